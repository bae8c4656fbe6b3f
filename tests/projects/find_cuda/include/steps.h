#pragma once
void run_steps(int *v, int n);
bool steps_are_right();
