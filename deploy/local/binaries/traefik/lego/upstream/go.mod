module stoa.dev/local/traefik/lego/upstream

go 1.26.0

require github.com/go-acme/lego/v5 v5.4.1
