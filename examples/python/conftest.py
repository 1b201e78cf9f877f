pytest_plugins = ["gmx_sim"]
