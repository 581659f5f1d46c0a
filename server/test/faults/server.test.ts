/** The whole server as a process: how it starts, what it refuses, and that stopping it loses nothing. */
import { readdirSync, rmSync } from 'node:fs'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { fileKind } from '../../../contract/constants'
import { createAccount } from '../../domain/users/accounts'
import { openSession } from '../../domain/users/sessions'
import { openDatabase } from '../../infra/db/open'
import { png } from '../security/shop'
import { buildPrograms, newDatabaseFolder, type RunningProgram, startProgram, temporaryFolder } from './process'

let programs: Awaited<ReturnType<typeof buildPrograms>>
const root = temporaryFolder()
let dataDir = ''
let token = ''
const started: RunningProgram[] = []

beforeAll(async () => {
  programs = await buildPrograms({ main: '../../main.ts', jobs: '../../cli/jobs.ts' })
  dataDir = await newDatabaseFolder()
  const database = await openDatabase({ dataDir })
  const deps = { db: database.db, clock: { now: () => new Date() } }
  token = await openSession(deps, (await createAccount(deps, { name: 'shop' })).userId)
  await database.close()
})
afterEach(async () => {
  for (const server of started.splice(0)) await server.kill()
})
afterAll(() => {
  programs.remove()
  for (const path of [root, dataDir]) rmSync(path, { recursive: true, force: true })
})

/** Starts the server on a free port with the embedded database, whatever database this suite runs on. */
function start(env: Record<string, string> = {}): RunningProgram {
  const plain = { HOST: '', DATABASE_URL: '', STORAGE_URL: '', PUBLIC_URL: '', WEB_DIR: '', ALLOW_PUBLIC_DEMO: '' }
  const server = startProgram(programs.program('main'), undefined, { ...plain, PORT: '0', DEMO: '0', DATA_DIR: dataDir, ...env })
  started.push(server)
  return server
}
async function address(server: RunningProgram): Promise<string> {
  const line = await server.line((text) => text.startsWith('壳匠已启动'))
  return line.slice(line.indexOf('http'))
}
async function call(url: string, body?: unknown) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const reply = await fetch(url, { headers, ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }) })
  return { status: reply.status, body: await reply.json() }
}

/** Sends the headers and the first half of an upload; resolves once the server has begun to read it. */
async function beginUpload(url: string, params: Record<string, string>, bytes: Buffer) {
  const boundary = 'a-boundary-of-this-test'
  const fields = Object.entries(params).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const head = `${fields.join('')}--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n`
  const body = Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)])
  const sent: ClientRequest = request(url, {
    method: 'POST',
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': body.length,
      // The server's 100 Continue shows that it is processing the request.
      expect: '100-continue',
    },
  })
  const reply = new Promise<IncomingMessage>((resolve, reject) => sent.once('response', resolve).once('error', reject))
  const goAhead = new Promise<void>((resolve) => sent.once('continue', resolve))
  sent.flushHeaders()
  await goAhead
  const half = Math.floor(body.length / 2)
  sent.write(body.subarray(0, half))
  return {
    finish: async (): Promise<number | undefined> => {
      sent.end(body.subarray(half))
      const answer = await reply
      answer.resume()
      return answer.statusCode
    },
  }
}

test('a server that is told to stop finishes a running upload, and the file is there after the next start', async () => {
  const picture = png(300, 300)
  const first = start()
  const at = await address(first)
  const form = (await call(`${at}/api/files/upload_form`, { fileName: 'a.png', type: fileKind.templateLayer })).body
  const upload = await beginUpload(new URL(form.uploadUrl, at).href, form.params, picture)
  first.terminate()
  await first.line((line) => line.startsWith('正在停止'))
  expect(await upload.finish()).toBe(204)
  expect(await first.ended).toBe(0)
  expect(first.errors()).toBe('')

  const next = await address(start())
  const { body } = await call(`${next}/api/files/upload_result`, { success: true, fileId: form.fileId })
  expect([body.file.width, body.file.height]).toEqual([300, 300])
  const served = await fetch(new URL(body.file.url, next))
  expect([served.status, (await served.arrayBuffer()).byteLength]).toEqual([200, body.file.size])
})

test('the command for jobs asks the running server, which holds the database', async () => {
  await address(start())
  const env = { HOST: '', DATABASE_URL: '', DATA_DIR: dataDir }
  const command = startProgram(programs.program('jobs'), undefined, env)
  expect([await command.ended, command.errors()]).toEqual([0, ''])
  const shown = command.lines.join('\n')
  for (const queue of ['order-sync', 'cutout-seller', 'sweep']) expect(shown).toContain(queue)
  const failures = startProgram(programs.program('jobs'), ['failures'], env)
  await failures.ended
  expect(failures.lines).toEqual(['没有失败待处理的任务'])
})

test('a server refuses a data directory that another server uses, and names it', async () => {
  await address(start())
  const second = start()
  expect(await second.ended).toBe(1)
  expect(second.errors()).toContain('正被另一个服务使用')
  expect(second.errors()).toContain(dataDir)
})

test('a server whose port is taken names the port, says what to do, and releases the data directory', async () => {
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const { port } = other.address() as AddressInfo
  const refused = start({ PORT: String(port) })
  expect(await refused.ended).toBe(1)
  expect(refused.errors()).toBe(`端口 ${port} 已被占用：请关闭占用它的程序，或换一个端口，例如 PORT=${port + 1} npm start\n`)
  await new Promise((resolve) => other.close(resolve))
  await address(start())
})

test('with DEMO=0 a server has neither the demo account nor the picture space', async () => {
  const at = await address(start())
  const login = await call(`${at}/api/users/login`, { username: 'demo', password: 'kejiang-demo' })
  expect([login.status, login.body.code]).toEqual([422, 'login-failed'])
  const put = await fetch(`${at}/simulator/space?name=a.png`, { method: 'PUT', body: new Uint8Array(png(2, 2)) })
  expect(put.status).toBe(404)
})

test('a server that is not watched by a person writes nothing but JSON lines, from its start to its end', async () => {
  const server = start({ LOG_FORMAT: '', METRICS_PORT: '0' })
  const at = JSON.parse(await server.line((line) => line.includes('壳匠已启动'))).address
  expect((await call(`${at}/api/users/me`)).status).toBe(200)
  const metrics = JSON.parse(await server.line((line) => line.includes('/metrics')))
    .message.split(/ +/)
    .at(-1)
  expect(await (await fetch(metrics)).text()).toContain(
    'kejiang_http_request_seconds_count{method="GET",route="/api/users/me",status="200"} 1',
  )
  expect(await (await fetch(`${at}/metrics`)).text()).not.toContain('kejiang_http')
  server.terminate()
  expect(await server.ended).toBe(0)
  expect(server.errors()).toBe('')
  const messages = server.lines.map((line) => JSON.parse(line).message)
  expect(messages).toEqual([
    expect.stringContaining('/metrics'),
    '壳匠已启动',
    'request',
    'request',
    '正在停止：等待进行中的请求完成…',
  ])
})

test('a server refuses to expose the demo account to other machines before it creates anything', async () => {
  const fresh = join(root, 'never')
  const refused = start({ HOST: '0.0.0.0', DEMO: '1', DATA_DIR: fresh })
  expect(await refused.ended).toBe(1)
  expect(refused.errors()).toContain('HOST=0.0.0.0 会把演示账号暴露给其他机器：请设 DEMO=0（推荐）')
  expect(readdirSync(root)).not.toContain('never')
})
