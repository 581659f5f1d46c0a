/** A separate cutout host: it has its own database and files and shares only the secret with the admin API. */
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fileKind } from '../../contract/constants'
import { createCutoutApp } from '../http/cutout-app'
import { listen } from '../http/listen'
import { remotePictures } from '../infra/cutout/pictures'
import type { Engine } from '../infra/jobs/engine'
import type { CutoutProvider } from '../ports/cutout'
import { openCutouts } from './cutouts'
import { png } from './security/shop'
import { startTestServer, type TestServer } from './server'

const page = 'https://shop.example'
let admin: TestServer
/** Provides the host's database, storage and clock. */
let base: TestServer
let engine: Engine
let app: ReturnType<typeof createCutoutApp>
let close: () => Promise<void>

const whole: CutoutProvider = {
  concurrency: 1,
  model: () => 'whole/1',
  async cut({ bytes }) {
    const { width, height } = await sharp(bytes).metadata()
    const alpha = new Uint8Array(width * height).fill(255)
    return { alpha, width, height, box: { left: 0, top: 0, width, height }, score: 1, model: 'whole/1' }
  },
  close: async () => undefined,
}

beforeAll(async () => {
  admin = await startTestServer()
  const listening = await listen(admin.app, { host: '127.0.0.1', port: 0 })
  base = await startTestServer({ publicUrl: 'https://cut.example', settings: { corsOrigins: [page] } })
  const pictures = remotePictures(`http://127.0.0.1:${listening.port}`)
  const { db, storage, clock } = base.deps
  engine = await openCutouts({ db, storage, clock, provider: whole, pictures }, { report: () => undefined })
  const checks = { database: async () => undefined, parts: {} }
  app = createCutoutApp({ deps: base.deps, checks, host: { secret: 'only for tests' } })
  close = () => listening.close(0)
})
afterAll(async () => {
  await engine.stop()
  await close()
  await base.close()
  await admin.close()
})

test("a separate cutout host accepts the admin API's tickets, reads its pictures, and answers allowed pages", async () => {
  const { token } = await admin.newAccount()
  const file = await admin.upload(token, fileKind.templateLayer, 'a.png', png(30, 20))
  const request = {
    imageUrl: file.url,
    type: 'common',
    fileName: 'a.png',
    fileSize: file.size,
    width: 30,
    height: 20,
    outputImageFormat: 'png',
  }
  const ticket = await admin.call('POST', '/api/image_cutout_task/token', { token, body: request })
  const headers = { 'content-type': 'application/json', origin: page }
  const body = JSON.stringify({ ...request, token: ticket.body.token })
  const created = await app.request('/api/image_cutout_tasks', { method: 'POST', headers, body })
  expect(created.headers.get('access-control-allow-origin')).toBe(page)
  const { id } = await created.json()
  const look = async () => (await app.request(`/api/image_cutout_tasks/${id}`, { headers })).json()
  await engine.idle()
  expect((await look()).status).toBe('SUCCESS')
  const [url] = (await look()).resultImageUrls
  expect(url).toMatch(/^https:\/\/cut\.example\/files\//)
  const result = await app.request(new URL(url).pathname)
  expect(await sharp(Buffer.from(await result.arrayBuffer())).metadata()).toMatchObject({ width: 30, height: 20, channels: 4 })
})

test('a separate cutout host offers no other part of the admin API and refuses tickets it did not sign', async () => {
  expect((await app.request('/healthz')).status).toBe(200)
  expect((await app.request('/api/users/me')).status).toBe(404)
  const body = JSON.stringify({
    ...{ imageUrl: '/files/a.png', type: 'body', fileName: 'a.png', fileSize: 1, width: 1, height: 1, outputImageFormat: 'png' },
    token: 'eyJzb3VyY2UiOiIuLi8uLi9ldGMvcGFzc3dkIn0.AAAA',
  })
  const headers = { 'content-type': 'application/json', origin: 'https://evil.example' }
  const reply = await app.request('/api/image_cutout_tasks', { method: 'POST', headers, body })
  expect(reply.status).toBe(403)
  expect(reply.headers.get('access-control-allow-origin')).toBeNull()
})
