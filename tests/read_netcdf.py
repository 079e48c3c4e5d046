"""Prints a NetCDF file of one dimension as JSON, by way of python3-netcdf4: the attributes, and of each variable its attributes
and values."""

import json
import sys

import netCDF4


def plain(value):
    value = value.tolist() if hasattr(value, "tolist") else value
    return "nan" if value != value else value  # JSON has no NaN


def attributes(thing):
    return {name: plain(thing.getncattr(name)) for name in thing.ncattrs()}


with netCDF4.Dataset(sys.argv[1]) as data:
    (dimension,) = data.dimensions.values()
    print(json.dumps({
        "dimension": dimension.name,
        "unlimited": dimension.isunlimited(),
        "attributes": attributes(data),
        "variables": {
            name: {"attributes": attributes(v), "masked": hasattr(v[:], "mask") and bool(v[:].mask.any()),
                   "deflated": v.filters()["zlib"], "values": v[:].tolist()}
            for name, v in data.variables.items()},
    }))
