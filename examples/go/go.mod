module example.org/gmx-sim-prices

go 1.19
