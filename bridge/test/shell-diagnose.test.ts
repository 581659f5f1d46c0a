/** Tests the built shell's handlers for the self-test: what they report, and that they leave nothing behind. */
import { beforeAll, describe, expect, test } from 'vitest'
import { watch } from './bench'
import { absentNames, builtShell, connectedShellBench } from './shell-bench'

let code: Awaited<ReturnType<typeof builtShell>>
beforeAll(async () => {
  code = await builtShell()
})
type Ready = Awaited<ReturnType<typeof connectedShellBench>>

async function ask(bench: Ready, method: string, params: unknown, ms = 2000) {
  const call = watch(bench.page.call(method, params, { timeoutMs: 30_000 }))
  await bench.clock.advance(ms)
  return call
}
async function picture({ page, clock }: Ready) {
  const blob = watch(page.sendBlob(new Uint8Array(5000), { name: 'self-test.png', type: 'image/png' }))
  await clock.advance(200)
  return blob.value
}

test('diagnose.facts reports hidden names and the client’s functions, but no seller’s name', async () => {
  const bench = await connectedShellBench({ code, without: ['qn.openChat', 'appendFile'] })
  const { value } = await ask(bench, 'diagnose.facts', {})
  const { shown, hidden, can, cannot, files, system } = value as Record<string, string[]>
  expect(hidden).toEqual(expect.arrayContaining(['globalThis', 'window', 'crypto', 'Proxy']))
  expect(shown?.filter((name) => absentNames.includes(name))).toEqual([])
  expect(can).toEqual(expect.arrayContaining(['uploadFile', 'qn.saveFileToDisk', 'getFileSystemManager']))
  expect(cannot).toContain('qn.openChat')
  expect(files).toEqual(['writeFile', 'unlink'])
  expect(system).toMatchObject({ version: '9.97.56N' })
  expect(JSON.stringify(value)).not.toContain('壳匠演示店')
})

describe('diagnose.file', () => {
  test('diagnose.file writes a file and removes it again', async () => {
    const bench = await connectedShellBench({ code })
    const { value } = await ask(bench, 'diagnose.file', { file: await picture(bench) })
    expect(value).toMatchObject({ written: true, path: 'https://usr' })
    expect(bench.client.count('writeFile')).toBe(1)
    expect(bench.client.files.size).toBe(0)
  })

  test('diagnose.file reports a client that cannot write files', async () => {
    const bench = await connectedShellBench({ code, without: ['getFileSystemManager'] })
    const { value } = await ask(bench, 'diagnose.file', { file: await picture(bench) })
    expect(value).toMatchObject({ written: false, said: 'no getFileSystemManager().writeFile' })
  })
})

describe('diagnose.upload', () => {
  test('diagnose.upload reports the task’s functions and progress and deletes the picture', async () => {
    const bench = await connectedShellBench({ code })
    const { value } = await ask(bench, 'diagnose.upload', { file: await picture(bench), abort: false })
    expect(value).toMatchObject({ task: true, canTell: true, told: 1, between: 1, outcome: 'arrived', left: false })
    expect(bench.client.space.size).toBe(0)
    expect(bench.client.files.size).toBe(0)
  })

  test('diagnose.upload reports a client whose upload returns no task', async () => {
    const bench = await connectedShellBench({ code })
    bench.client.script.uploadTask = false
    const { value } = await ask(bench, 'diagnose.upload', { file: await picture(bench), abort: true })
    expect(value).toMatchObject({ task: false, canAbort: false, told: 0, asked: false, outcome: 'arrived', left: false })
    expect(bench.client.space.size).toBe(0)
  })

  test('an aborted test upload that arrives all the same is deleted', async () => {
    const bench = await connectedShellBench({ code })
    const { value } = await ask(bench, 'diagnose.upload', { file: await picture(bench), abort: true })
    expect(value).toMatchObject({ canAbort: true, asked: true, outcome: 'arrived', left: false })
    expect(bench.client.space.size).toBe(0)
  })

  test('an aborted test upload without an outcome is reported as silent, and deleted if it arrives later', async () => {
    const bench = await connectedShellBench({ code })
    bench.client.script.transferMs = 20_000
    const { value } = await ask(bench, 'diagnose.upload', { file: await picture(bench), abort: true }, 12_000)
    expect(value).toMatchObject({ asked: true, outcome: 'silent' })
    await bench.clock.advance(30_000)
    expect(bench.client.space.size).toBe(0)
    expect(bench.client.files.size).toBe(0)
  })

  test('a test upload that cannot be deleted is reported with its file name', async () => {
    const bench = await connectedShellBench({ code })
    bench.client.script.mtopFails = (api) => (api.endsWith('file.delete') ? { ret: ['FAIL_BIZ_DENIED::不允许删除'] } : undefined)
    const { value } = await ask(bench, 'diagnose.upload', { file: await picture(bench), abort: false })
    expect(value).toMatchObject({ outcome: 'arrived', left: true })
    expect((value as { fileName: string }).fileName).toMatch(/^kejiang\/self-test\/.+\.png$/)
  })

  test('a test upload that fails makes the call reject', async () => {
    const bench = await connectedShellBench({ code })
    bench.client.script.uploadFails = { step: 'transfer' }
    const call = await ask(bench, 'diagnose.upload', { file: await picture(bench), abort: false })
    expect(call.error).toBeDefined()
    expect(bench.client.files.size).toBe(0)
  })
})
