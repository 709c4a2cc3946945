/** A listener of a front proxy, with its ports on loopback. */
export type Way = {
  /**
   * `strict`: the proxy's defaults. `lenient`: every setting that makes it forward requests that it would refuse, and bodies before they
   * are complete.
   */
  readonly name: 'strict' | 'lenient';
  readonly port: number;
  readonly upstreamPort: number;
};

/**
 * The proxy reuses its connections to the service for requests of other clients: without that nothing can be smuggled. It closes them
 * before the service does, which is after five seconds.
 *
 * The proxy logs a line for each request: `counted|strict|<X-Marker>|<status>|<address of the service>|<the service's status>`.
 */
export const nginxConfiguration = (folder: string, ways: readonly Way[]): string => `
daemon off;
user root;
worker_processes 1;
pid ${folder}/pid;
events { worker_connections 512; }
http {
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder}/${kind};`).join(' ')}
  client_header_timeout 2s;
  client_body_timeout 2s;
  ${ways
    .map(
      ({ name, port, upstreamPort }) => `
  log_format ${name} 'counted|${name}|$http_x_marker|$status|$upstream_addr|$upstream_status';
  upstream ${name} {
    server 127.0.0.1:${upstreamPort};
    keepalive 8;
    keepalive_timeout 4s;
  }
  server {
    listen 127.0.0.1:${port};
    access_log /dev/stdout ${name};
    ${name === 'lenient' ? 'ignore_invalid_headers off; underscores_in_headers on; merge_slashes off;' : ''}
    location / {
      proxy_pass http://${name};
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      ${name === 'lenient' ? 'proxy_request_buffering off;' : ''}
    }
  }`,
    )
    .join('')}
}
`;

export const haproxyConfiguration = (_folder: string, ways: readonly Way[]): string => `
global
  nbthread 1
  log stdout format raw local0
defaults
  mode http
  log global
  timeout connect 2s
  timeout client 2s
  timeout http-request 2s
  timeout http-keep-alive 4s
  timeout server 35s
  http-reuse always
  option forwardfor
${ways
  .map(
    ({ name, port, upstreamPort }) => `
frontend ${name}
  bind 127.0.0.1:${port}
  ${name === 'lenient' ? 'option accept-invalid-http-request' : ''}
  http-request capture req.hdr(x-marker) len 24
  log-format "counted|${name}|%[capture.req.hdr(0)]|%ST|%s|%[var(txn.upstream)]"
  default_backend ${name}
backend ${name}
  ${name === 'lenient' ? 'option accept-invalid-http-response' : 'option http-buffer-request'}
  http-response set-var(txn.upstream) status
  server service 127.0.0.1:${upstreamPort} pool-purge-delay 4s
`,
  )
  .join('')}`;
