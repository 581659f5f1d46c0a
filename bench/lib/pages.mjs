/** Pages of a benchmark: bundled for the client's engine and served from memory. */
import { createServer } from 'node:http'
import { join } from 'node:path'
import { build } from 'esbuild'

const bench = join(import.meta.dirname, '..')

/**
 * Bundles one script of a page; `entry` is relative to bench/. Peers are found in bench/node_modules. A worker of the product is
 * started by an address of its own here.
 */
export async function bundle(entry, options = {}) {
  const { outputFiles } = await build({
    entryPoints: [join(bench, entry)],
    nodePaths: [join(bench, 'node_modules')],
    bundle: true,
    write: false,
    format: 'iife',
    target: 'chrome92',
    minify: true,
    define: { 'import.meta.url': '"http://127.0.0.1/"' },
    logLevel: 'error',
    ...options,
  })
  return ['text/javascript', outputFiles[0].text]
}

/** Returns a page with this body, followed by the scripts. */
export const html = (body, ...scripts) => [
  'text/html',
  `<!doctype html><meta charset="utf-8"><title>bench</title><link rel="icon" href="data:,"><body>${body}${scripts
    .map((src) => `<script src="${src}"></script>`)
    .join('')}`,
]

/** Serves path → [type, content] on a free port. A key that ends with * serves all paths with that prefix. */
export async function serve(files) {
  const families = Object.keys(files).filter((path) => path.endsWith('*'))
  const fileAt = (path) => files[path] ?? files[families.find((family) => path.startsWith(family.slice(0, -1)))]
  const server = createServer((request, reply) => {
    const [type, content] = fileAt(request.url) ?? []
    const headers = { 'content-type': type ?? 'text/plain', 'cache-control': 'no-store' }
    if (content !== undefined) headers['content-length'] = Buffer.byteLength(content)
    reply.writeHead(content === undefined ? 404 : 200, headers).end(content)
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() }
}
