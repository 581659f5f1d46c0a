import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cached, copyOf } from './cache.mjs'

const main = join(import.meta.dirname, '../../dist/server/main.mjs')

export const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })

/**
 * Returns a data folder in which the built product has made its demo; it is made once for each build and must not be changed. `more` is
 * what else is filled into it: a name, the files that define it, and `fill(folder)`.
 * @param {{ name: string, files: readonly string[], fill: (folder: string) => Promise<void> }} [more]
 */
export function madeProduct(more = { name: 'demo', files: [], fill: async () => undefined }) {
  if (!existsSync(main)) throw new Error('dist/ is missing: run npm run build before this benchmark')
  const make = async (folder) => {
    const { end } = await start(folder, {})
    await end()
    await more.fill(folder)
  }
  return cached({ name: more.name, files: ['dist/build.json', ...more.files], make })
}

/**
 * Starts the built product with its demo on a data folder of its own, and signs in as the demo's seller. `settings` are further variables
 * of its environment; `more` as in `madeProduct`.
 */
export async function startProduct(settings = {}, more = undefined) {
  const made = await madeProduct(more)
  const folder = mkdtempSync(join(tmpdir(), 'kejiang-bench-'))
  copyOf(made, folder)
  const { url, token, pid, end } = await start(folder, settings)
  const stop = async () => {
    await end()
    rmSync(folder, { recursive: true, force: true })
  }
  return { url, token, pid, folder, stop }
}

/** Starts the product on this data folder; `end` stops it. */
async function start(folder, settings) {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env = {
    ...process.env,
    PORT: String(port),
    DATA_DIR: folder,
    DATABASE_URL: '',
    STORAGE_URL: '',
    DEMO: '1',
    API_LIMIT_ACCOUNT: '0',
    ...settings,
  }
  const child = spawn(process.execPath, [main], { env, stdio: 'ignore' })
  const end = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
    }
  }
  try {
    for (let tries = 0; !(await isReady(url)); tries += 1) {
      if (child.exitCode !== null || tries > 600) throw new Error('the server of the bench did not start')
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
    return { url, token: await signIn(url), pid: child.pid, end }
  } catch (error) {
    await end()
    throw error
  }
}

const isReady = (url) =>
  fetch(`${url}/readyz`).then(
    (reply) => reply.ok,
    () => false,
  )

async function signIn(url) {
  const login = await fetch(`${url}/api/users/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'demo', password: 'kejiang-demo' }),
  })
  return (await login.json()).token
}

/** The admin API as one seller: `call` rejects with the server's error response, `upload` stores a PNG of a file kind. */
export function callsOf({ url, token }) {
  const call = async (method, path, body) => {
    const reply = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`)
    return reply.json()
  }
  const upload = async (type, buffer, fileName = 'p.png') => {
    const form = await call('POST', '/api/files/upload_form', { fileName, type })
    const data = new FormData()
    for (const [key, value] of Object.entries(form.params)) data.append(key, value)
    data.append('file', new Blob([buffer], { type: 'image/png' }), fileName)
    const sent = await fetch(new URL(form.uploadUrl, url), { method: 'POST', body: data })
    if (!sent.ok) throw new Error(`upload: ${sent.status}`)
    return (await call('POST', '/api/files/upload_result', { success: true, fileId: form.fileId })).file
  }
  return { call, upload }
}
