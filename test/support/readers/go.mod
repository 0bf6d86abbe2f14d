module stoa.dev/test/readers

go 1.26.0
