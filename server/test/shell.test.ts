/**
 * The conformance suite on a plugin without a network: adapter → page half → the built Qianniu shell, run with nothing but the
 * language → a scripted client and cloud → this server.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PNG } from 'pngjs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { memoryLayer } from '../../adapters/browser/layered-storage'
import { conformance } from '../../adapters/conformance/suite'
import type { Fault, TestEnvironment } from '../../adapters/conformance/world'
import type { Platform } from '../../adapters/platform'
import { createQianniuPlatform } from '../../adapters/qianniu/qianniu-platform'
import { pageEnv } from '../../bridge/page/env'
import type { FakeClock } from '../../bridge/test/fake-clock'
import { builtShell, openShellBench, type ShellBench } from '../../bridge/test/shell-bench'
import { fileKind, filePartBytes } from '../../contract/constants'
import { createApi } from '../../src/api/client'
import { platformTransport } from '../../src/api/transport'
import type { PictureSource } from '../ports/picture-source'
import { startTestServer, type TestServer } from './server'

let server: TestServer
let token: string
let code: Awaited<ReturnType<typeof builtShell>>
/** Files in the marketplace's cloud, by address. */
const pictures = new Map<string, Uint8Array>()
const fixture = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../fixtures/marketplace/taobao.items.onsale.get.json'), 'utf8'),
)

beforeAll(async () => {
  const inCloud = ({ href }: URL) => pictures.get(href)
  const source: PictureSource = {
    accepts: (url) => inCloud(url) !== undefined,
    fetch: async (url) => Buffer.from(inCloud(url) ?? []),
  }
  server = await startTestServer({ pictures: [source] })
  token = (await server.newAccount()).token
  code = await builtShell()
})
afterAll(() => server.close())

/** A real clock, because the server is real; no test waits for a fixed time. */
const realClock = (): FakeClock => ({
  ...pageEnv(),
  advance: async () => undefined,
  settle: async () => undefined,
  sleep: () => undefined,
  timers: 0,
})

function applyFault({ client, fault }: ShellBench, wanted: Fault | undefined): void {
  const { script } = client
  const session = { code: 27, msg: 'Invalid session', sub_code: 'session-expired', sub_msg: '授权已过期' }
  const before = client.count('authorize')
  const topErrors: Partial<Record<Fault, () => Record<string, unknown> | undefined>> = {
    permission: () => ({ code: 11, sub_code: 'isv.permission-api-package-limit', sub_msg: '应用没有该接口的权限包' }),
    'sub-account': () => ({ code: 12, sub_code: 'isv.permission-sub-account', sub_msg: '该子帐号无此操作权限' }),
    business: () => ({ code: 50, sub_code: 'isv.item-get-service-error', sub_msg: '商品信息有误，请检查后重试' }),
    'auth-once': () => (client.count('authorize') > before ? undefined : session),
    'auth-for-ever': () => session,
  }
  const topError = wanted && topErrors[wanted]
  if (topError) script.topError = topError
  if (wanted === 'silent') {
    script.silent.add('uploadFile')
    script.silent.add('mtop.miniapp.cloud.invoke.top')
  }
  if (wanted === 'config' || wanted === 'transfer') script.uploadFails = { step: wanted }
  if (wanted === 'file-save') script.uploadFails = { step: 'save' }
  if (wanted === 'save-cancelled') script.saveDialog = { ms: 5, error: { error: 11, errorMessage: '用户取消' } }
  if (wanted === 'disk') script.saveDialog = { ms: 5, error: { error: 13, errorMessage: '没有权限' } }
  if (wanted === 'wrong-kind') {
    fault((way, frame) => (way === 'toPage' && frame.k === 'res' ? [{ delay: 1, raw: { ...frame, kind: 'other' } }] : undefined))
  }
}

async function openWorld(wanted: Fault | undefined, without: readonly string[] = []): Promise<TestEnvironment> {
  const bench = openShellBench({ code, clock: realClock(), without })
  const { client } = bench
  client.script.top = (api) => (api === fixture.api ? fixture.reply : {})
  client.script.application = async (request) => (await server.call('POST', '/api/cloud_app', { body: request })).body
  client.onTransfer((url, bytes) => pictures.set(url, bytes))
  await bench.openPage()
  const page = bench.connect()
  const { now, newId } = pageEnv()
  let platform: Platform | null = null
  const transport = platformTransport(() => platform, 'http://no-network.invalid')
  const api = createApi(transport, { token: () => token, onSessionEnded: () => {}, onFailure: () => {} })
  platform = createQianniuPlatform({
    connection: Promise.resolve(page),
    files: () => api.files,
    ownStorage: memoryLayer(),
    throughHost: true,
    apiBase: 'http://no-network.invalid',
    now,
    newId,
  })
  await platform.ready()
  applyFault(bench, wanted)
  const opened = platform
  let placed = 0
  return {
    platform: opened,
    picture: async (width, height, seed = 0) => {
      const png = new PNG({ width, height })
      png.data.forEach((_, i) => {
        png.data[i] = i % 4 === 3 ? 255 : (i * 2654435761 + seed * 97) % 256
      })
      return { name: `${seed}.png`, blob: new Blob([new Uint8Array(PNG.sync.write(png))], { type: 'image/png' }) }
    },
    download: async ({ url }) => new Uint8Array(await (await server.app.request(url)).arrayBuffer()),
    orphans: async () => {
      // The upload of an aborted call is undone in the background.
      await expect.poll(() => bench.shell.stats().running + client.space.size - placed).toBe(0)
      return 0
    },
    cloudFile: async () => {
      placed += 1
      return client.addFile('kejiang/1/placed.png', new Uint8Array(9))
    },
    hasCloudFile: async (id) => client.space.has(id),
    pending: async () => {
      // The copy in the cloud is deleted in the background.
      await expect.poll(() => page.stats().pending).toBe(0)
      const { pending, listeners, timers } = page.stats()
      return pending + listeners + timers
    },
  }
}

describe('the shell with a packed page', () => {
  for (const { name, lacks, fault, run } of conformance) {
    if (lacks === 'marketplace.call') {
      test.skip(`${name} (not here: it has marketplace.call)`)
      continue
    }
    test(name, async () => {
      const world = await openWorld(fault)
      try {
        await run(world)
      } finally {
        world.platform.dispose()
      }
    })
  }
})

test("with only the client's documented functions, pictures go in upload parts and never through its cloud", async () => {
  const world = await openWorld(undefined, ['getFileSystemManager'])
  const { platform } = world
  try {
    expect(platform.can('cloud.upload')).toBe(false)
    const picture = await world.picture(1200, 900)
    expect(picture.blob.size).toBeGreaterThan(2 * filePartBytes)
    const stages = new Set<string>()
    const layer = await platform.uploadFile(picture, fileKind.templateLayer, { onProgress: ({ stage }) => stages.add(stage) })
    expect(layer).toMatchObject({ contentType: 'image/png', width: 1200, height: 900 })
    expect([...stages]).toEqual(['prepare', 'send', 'register'])
    expect(await platform.uploadFile(await world.picture(60, 90, 1), fileKind.templateThumbnail)).toMatchObject({ width: 60 })
    expect(await world.orphans()).toBe(0)
  } finally {
    platform.dispose()
  }
})
