// Part of cu2cl, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// cuDNN: parameters are not checked.
#ifndef CU2CL_CUDA_CUDNN_H
#define CU2CL_CUDA_CUDNN_H

#include "driver_types.h"

#include <stdint.h>

typedef struct cudnnTensorDescriptorStruct *cudnnTensorDescriptor_t;
typedef struct cudnnFilterDescriptorStruct *cudnnFilterDescriptor_t;
typedef struct cudnnConvolutionDescriptorStruct *cudnnConvolutionDescriptor_t;
typedef struct cudnnPoolingDescriptorStruct *cudnnPoolingDescriptor_t;
typedef struct cudnnActivationDescriptorStruct *cudnnActivationDescriptor_t;
typedef struct cudnnLRNDescriptorStruct *cudnnLRNDescriptor_t;
typedef struct cudnnDropoutDescriptorStruct *cudnnDropoutDescriptor_t;
typedef struct cudnnRNNDescriptorStruct *cudnnRNNDescriptor_t;
typedef struct cudnnOpTensorDescriptorStruct *cudnnOpTensorDescriptor_t;
typedef struct cudnnReduceTensorDescriptorStruct *cudnnReduceTensorDescriptor_t;
typedef struct cudnnContext *cudnnHandle_t;
typedef enum cudnnStatus_t {
  CUDNN_STATUS_SUCCESS = 0,
  CUDNN_STATUS_NOT_INITIALIZED,
  CUDNN_STATUS_ALLOC_FAILED,
  CUDNN_STATUS_BAD_PARAM,
  CUDNN_STATUS_INTERNAL_ERROR,
} cudnnStatus_t;
typedef enum cudnnDataType_t {
  CUDNN_DATA_FLOAT,
  CUDNN_DATA_DOUBLE,
  CUDNN_DATA_HALF,
  CUDNN_DATA_INT8,
  CUDNN_DATA_INT32,
} cudnnDataType_t;
typedef enum cudnnTensorFormat_t {
  CUDNN_TENSOR_NCHW,
  CUDNN_TENSOR_NHWC,
} cudnnTensorFormat_t;
typedef enum cudnnConvolutionMode_t {
  CUDNN_CONVOLUTION,
  CUDNN_CROSS_CORRELATION,
} cudnnConvolutionMode_t;
typedef enum cudnnActivationMode_t {
  CUDNN_ACTIVATION_SIGMOID,
  CUDNN_ACTIVATION_RELU,
  CUDNN_ACTIVATION_TANH,
} cudnnActivationMode_t;
typedef enum cudnnPoolingMode_t {
  CUDNN_POOLING_MAX,
  CUDNN_POOLING_AVERAGE_COUNT_INCLUDE_PADDING,
  CUDNN_POOLING_AVERAGE_COUNT_EXCLUDE_PADDING,
} cudnnPoolingMode_t;
typedef enum cudnnNanPropagation_t {
  CUDNN_NOT_PROPAGATE_NAN,
  CUDNN_PROPAGATE_NAN,
} cudnnNanPropagation_t;
typedef enum cudnnConvolutionFwdAlgo_t {
  CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_GEMM,
  CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_PRECOMP_GEMM,
  CUDNN_CONVOLUTION_FWD_ALGO_GEMM,
} cudnnConvolutionFwdAlgo_t;
typedef enum cudnnSoftmaxAlgorithm_t {
  CUDNN_SOFTMAX_FAST,
  CUDNN_SOFTMAX_ACCURATE,
  CUDNN_SOFTMAX_LOG,
} cudnnSoftmaxAlgorithm_t;
typedef enum cudnnSoftmaxMode_t {
  CUDNN_SOFTMAX_MODE_INSTANCE,
  CUDNN_SOFTMAX_MODE_CHANNEL,
} cudnnSoftmaxMode_t;


__cu2cl_c_begin

cudnnStatus_t cudnnCreate(__cu2cl_any);
cudnnStatus_t cudnnDestroy(__cu2cl_any);
cudnnStatus_t cudnnSetStream(__cu2cl_any);
cudnnStatus_t cudnnCreateTensorDescriptor(__cu2cl_any);
cudnnStatus_t cudnnDestroyTensorDescriptor(__cu2cl_any);
cudnnStatus_t cudnnSetTensor4dDescriptor(__cu2cl_any);
cudnnStatus_t cudnnSetTensorNdDescriptor(__cu2cl_any);
cudnnStatus_t cudnnCreateFilterDescriptor(__cu2cl_any);
cudnnStatus_t cudnnDestroyFilterDescriptor(__cu2cl_any);
cudnnStatus_t cudnnSetFilter4dDescriptor(__cu2cl_any);
cudnnStatus_t cudnnCreateConvolutionDescriptor(__cu2cl_any);
cudnnStatus_t cudnnDestroyConvolutionDescriptor(__cu2cl_any);
cudnnStatus_t cudnnSetConvolution2dDescriptor(__cu2cl_any);
cudnnStatus_t cudnnGetConvolution2dForwardOutputDim(__cu2cl_any);
cudnnStatus_t cudnnGetConvolutionForwardWorkspaceSize(__cu2cl_any);
cudnnStatus_t cudnnConvolutionForward(__cu2cl_any);
cudnnStatus_t cudnnConvolutionBackwardData(__cu2cl_any);
cudnnStatus_t cudnnConvolutionBackwardFilter(__cu2cl_any);
cudnnStatus_t cudnnConvolutionBackwardBias(__cu2cl_any);
cudnnStatus_t cudnnAddTensor(__cu2cl_any);
cudnnStatus_t cudnnCreateActivationDescriptor(__cu2cl_any);
cudnnStatus_t cudnnDestroyActivationDescriptor(__cu2cl_any);
cudnnStatus_t cudnnSetActivationDescriptor(__cu2cl_any);
cudnnStatus_t cudnnActivationForward(__cu2cl_any);
cudnnStatus_t cudnnActivationBackward(__cu2cl_any);
cudnnStatus_t cudnnCreatePoolingDescriptor(__cu2cl_any);
cudnnStatus_t cudnnDestroyPoolingDescriptor(__cu2cl_any);
cudnnStatus_t cudnnSetPooling2dDescriptor(__cu2cl_any);
cudnnStatus_t cudnnPoolingForward(__cu2cl_any);
cudnnStatus_t cudnnPoolingBackward(__cu2cl_any);
cudnnStatus_t cudnnSoftmaxForward(__cu2cl_any);
cudnnStatus_t cudnnSoftmaxBackward(__cu2cl_any);
cudnnStatus_t cudnnBatchNormalizationForwardInference(__cu2cl_any);
const char *cudnnGetErrorString(__cu2cl_any);

__cu2cl_c_end

#endif
