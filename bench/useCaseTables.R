# Tables of docs/benchmarks/use-cases.md that come with R packages of Debian (r-cran-survival, -mass, -cardata, -palmerpenguins, -modeldata, -mlbench):
#
#     Rscript bench/useCaseTables.R FOLDER
folder <- commandArgs(TRUE)[1]
write <- function(table, name) write.csv(table, file.path(folder, name), row.names = FALSE, na = "", quote = FALSE)
write(palmerpenguins::penguins, "penguins.csv")
write(survival::pbc, "pbc.csv")
write(MASS::birthwt, "birthwt.csv")
write(carData::TitanicSurvival, "titanic.csv")
# Days of two years at a station of Chicago: weather, and whether more riders than on half of all days came.
chicago <- modeldata::Chicago
chicago <- chicago[order(chicago$date), ]
days <- tail(chicago, 730)
weather <- c("temp_min", "temp", "temp_max", "temp_change", "dew", "humidity", "pressure", "pressure_change", "wind", "wind_max", "gust", "gust_max", "percip", "percip_max")
days$ridership <- ifelse(days$ridership > median(chicago$ridership), "busy", "quiet")
write(days[, c("date", weather, "ridership")], "chicago.csv")
# Days of 1976 in Los Angeles: weather, and whether there was more ozone than on half of the days.
data(Ozone, package = "mlbench")
days <- Ozone[!is.na(Ozone$V4), ]
days$date <- as.Date(sprintf("1976-%02d-%02d", as.integer(as.character(days$V1)), as.integer(as.character(days$V2))))
days$ozone <- ifelse(days$V4 > median(days$V4), "high", "low")
write(days[, c("date", paste0("V", 5:13), "ozone")], "ozone.csv")
