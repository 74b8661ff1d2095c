def forecast_plain(*a):
    raise NotImplementedError
