{{- /* CEL: whether no file of passwords has a match of the regular expression `.`; of 1 MiB, one of 24 characters is within what the API server lets an expression cost. */}}
{{- define "stoa.cel.noPassword" -}}
variables.passwords.all(value, !value.matches('{{ . }}'))
{{- end }}

{{- /* Message on a hash that takes too long to check. */}}
{{- define "stoa.cel.costly" -}}
data: a hash by bcrypt has a cost of more than 12, of which the gateway pays each check: use 12 at most; a Secret for other purposes may have it with a second key beside
{{- end }}
