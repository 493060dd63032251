"""Constants fitted on held-out data: calibration, retrieval discount, linker weights."""
