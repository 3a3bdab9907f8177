// HAProxy (Debian: haproxy): its health checks with default options, and one request through it.
import { spawn } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkEqual, checkTrue, place, waitFor } from './place.mjs';

/** The columns of the statistics with the status of the server and of its last check. */
const [STATUS, CHECK] = [17, 36];

const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
const [front, stats] = [await freePort(), await freePort()];
const { port } = new URL(place.site);
const file = join(mkdtempSync(join(tmpdir(), 'haproxy-')), 'haproxy.cfg');
writeFileSync(
  file,
  `defaults
  mode http
  timeout connect 5s
  timeout client 30s
  timeout server 30s
frontend web
  bind 127.0.0.1:${front}
  default_backend http10
frontend stats
  bind 127.0.0.1:${stats}
  stats enable
  stats uri /
backend http10
  option httpchk
  http-check send meth GET uri /api/ready
  server one 127.0.0.1:${port} check inter 500 fall 1 rise 1
backend http11
  option httpchk
  http-check send meth GET uri /api/health ver HTTP/1.1
  server one 127.0.0.1:${port} check inter 500 fall 1 rise 1
`,
);
const proxy = spawn('haproxy', ['-db', '-f', file], { stdio: 'ignore' });
try {
  const rows = await waitFor('the result of the health checks', async () => {
    const text = await fetch(`http://127.0.0.1:${stats}/;csv`)
      .then((answer) => answer.text())
      .catch(() => '');
    const lines = text.split('\n').map((line) => line.split(','));
    const servers = lines.filter(([, server]) => server === 'one');
    return servers.length === 2 && servers.every((row) => /L7|L4CON/.test(row[CHECK])) ? servers : null;
  });
  for (const row of rows) checkEqual(`${row[0]}: the status of the server`, row[STATUS], 'UP');
  const through = await fetch(`http://127.0.0.1:${front}/api/health`, {
    headers: { host: new URL(place.site).host },
  });
  checkTrue('a request through the proxy', through.ok);
} finally {
  proxy.kill();
}
