{{- define "sitescan.labels" -}}
app.kubernetes.io/name: sitescan
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- /* The arguments of the service. A list is one option that is given several times. */}}
{{- define "sitescan.arguments" -}}
- --listen=tcp:8080
- --admin=tcp:9090
- --log-format=json
{{- with .Values.state }}
- {{ printf "--state=%s" . | quote }}
{{- end }}
{{- if .Values.ingress.host }}
- {{ printf "--public-url=http%s://%s" (ternary "s" "" (ne .Values.ingress.tlsSecret "")) .Values.ingress.host | quote }}
{{- if not .Values.ingress.trustedProxies }}
{{- fail "ingress.trustedProxies: name the networks of the ingress controller's pods; otherwise all visitors share one quota" }}
{{- end }}
{{- range .Values.ingress.trustedProxies }}
- {{ printf "--trusted-proxy=%s" . | quote }}
{{- end }}
{{- end }}
{{- range $name, $value := .Values.options }}
{{- range (kindIs "slice" $value | ternary $value (list $value)) }}
- {{ printf "--%s=%v" $name . | quote }}
{{- end }}
{{- end }}
{{- end }}
