/** What the built shell tells a self-test about its client, and that its trials leave nothing behind. */
import { beforeAll, describe, expect, test } from 'vitest'
import { watch } from './bench'
import { absentNames, builtShell, readyRig } from './shell-rig'

let code: Awaited<ReturnType<typeof builtShell>>
beforeAll(async () => {
  code = await builtShell()
})
type Ready = Awaited<ReturnType<typeof readyRig>>

async function ask(rig: Ready, method: string, params: unknown, ms = 2000) {
  const call = watch(rig.page.call(method, params, { timeoutMs: 30_000 }))
  await rig.clock.advance(ms)
  return call
}
async function picture({ page, clock }: Ready) {
  const blob = watch(page.sendBlob(new Uint8Array(5000), { name: 'self-test.png', type: 'image/png' }))
  await clock.advance(200)
  return blob.value
}

test('tells which names its logic layer hides and what the client can, and nobody’s name', async () => {
  const rig = await readyRig({ code, without: ['qn.openChat', 'appendFile'] })
  const { value } = await ask(rig, 'diagnose.facts', {})
  const { shown, hidden, can, cannot, files, system } = value as Record<string, string[]>
  expect(hidden).toEqual(expect.arrayContaining(['globalThis', 'window', 'crypto', 'Proxy']))
  expect(shown?.filter((name) => absentNames.includes(name))).toEqual([])
  expect(can).toEqual(expect.arrayContaining(['uploadFile', 'qn.saveFileToDisk', 'getFileSystemManager']))
  expect(cannot).toContain('qn.openChat')
  expect(files).toEqual(['writeFile', 'unlink'])
  expect(system).toMatchObject({ version: '9.97.56N' })
  expect(JSON.stringify(value)).not.toContain('壳匠演示店')
})

describe('bytes as a file', () => {
  test('are written and taken away again', async () => {
    const rig = await readyRig({ code })
    const { value } = await ask(rig, 'diagnose.file', { file: await picture(rig) })
    expect(value).toMatchObject({ written: true, path: 'https://usr' })
    expect(rig.client.count('writeFile')).toBe(1)
    expect(rig.client.files.size).toBe(0)
  })

  test('where the client has no such function, that is the answer', async () => {
    const rig = await readyRig({ code, without: ['getFileSystemManager'] })
    const { value } = await ask(rig, 'diagnose.file', { file: await picture(rig) })
    expect(value).toMatchObject({ written: false, said: 'no getFileSystemManager().writeFile' })
  })
})

describe('an upload', () => {
  test('tells what the client’s task can and whether it told progress; the picture is deleted', async () => {
    const rig = await readyRig({ code })
    const { value } = await ask(rig, 'diagnose.upload', { file: await picture(rig), abort: false })
    expect(value).toMatchObject({ task: true, canTell: true, told: 1, between: 1, outcome: 'arrived', left: false })
    expect(rig.client.space.size).toBe(0)
    expect(rig.client.files.size).toBe(0)
  })

  test('without a task is told as one', async () => {
    const rig = await readyRig({ code })
    rig.client.script.uploadTask = false
    const { value } = await ask(rig, 'diagnose.upload', { file: await picture(rig), abort: true })
    expect(value).toMatchObject({ task: false, canAbort: false, told: 0, asked: false, outcome: 'arrived', left: false })
    expect(rig.client.space.size).toBe(0)
  })

  test('given up, and arrived all the same: deleted', async () => {
    const rig = await readyRig({ code })
    const { value } = await ask(rig, 'diagnose.upload', { file: await picture(rig), abort: true })
    expect(value).toMatchObject({ canAbort: true, asked: true, outcome: 'arrived', left: false })
    expect(rig.client.space.size).toBe(0)
  })

  test('given up, and never heard of again: said so; what arrives later is deleted', async () => {
    const rig = await readyRig({ code })
    rig.client.script.transferMs = 20_000
    const { value } = await ask(rig, 'diagnose.upload', { file: await picture(rig), abort: true }, 12_000)
    expect(value).toMatchObject({ asked: true, outcome: 'silent' })
    await rig.clock.advance(30_000)
    expect(rig.client.space.size).toBe(0)
    expect(rig.client.files.size).toBe(0)
  })

  test('that cannot be deleted is told with the name of its file', async () => {
    const rig = await readyRig({ code })
    rig.client.script.mtopFails = (api) => (api.endsWith('file.delete') ? { ret: ['FAIL_BIZ_DENIED::不允许删除'] } : undefined)
    const { value } = await ask(rig, 'diagnose.upload', { file: await picture(rig), abort: false })
    expect(value).toMatchObject({ outcome: 'arrived', left: true })
    expect((value as { fileName: string }).fileName).toMatch(/^kejiang\/self-test\/.+\.png$/)
  })

  test('that fails is a failed call', async () => {
    const rig = await readyRig({ code })
    rig.client.script.uploadFails = { step: 'transfer' }
    const call = await ask(rig, 'diagnose.upload', { file: await picture(rig), abort: false })
    expect(call.error).toBeDefined()
    expect(rig.client.files.size).toBe(0)
  })
})
