import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pageLocks } from './task-locks'
import { memoryTaskStorage, type TaskStorage } from './task-storage'
import { createTaskStore } from './task-store'
import { eventually, openWindow } from './test/window'
import type { AnyTaskKind } from './types'

/** A storage that simulates a power cut after so many operations: later ones have no effect and never resolve. */
function dyingStorage(values: Map<string, unknown>, operations: number): { storage: TaskStorage; died: () => boolean } {
  const inner = memoryTaskStorage(values)
  let operationsLeft = operations
  const untilPowerCut =
    <A extends readonly unknown[], R>(operation: (...input: A) => Promise<R>) =>
    (...input: A): Promise<R> => {
      operationsLeft--
      return operationsLeft < 0 ? new Promise(() => undefined) : operation(...input)
    }
  return {
    died: () => operationsLeft < 0,
    storage: {
      keys: untilPowerCut(inner.keys),
      read: untilPowerCut(inner.read),
      write: untilPowerCut(inner.write),
      remove: untilPowerCut(inner.remove),
      update: untilPowerCut(inner.update),
    },
  }
}

test('a crash at any moment loses no item and repeats no step that has a checkpoint', async () => {
  const names = ['甲', '乙', '丙', '丁']
  /** A kind that uploads, stores the file as checkpoint, then writes a row: the steps of every upload. */
  const createUploadKind = (uploads: Map<string, number>, rows: Map<string, number>): AnyTaskKind<null> => ({
    kind: 'upload',
    concurrency: 2,
    async run(input: string, { saved, checkpoint }) {
      if (saved === undefined) {
        uploads.set(input, (uploads.get(input) ?? 0) + 1)
        await checkpoint({ fileId: input })
      }
      if (input === '丁' && !rows.has('丁!')) {
        rows.set('丁!', 1)
        throw new Error('第一次不行')
      }
      rows.set(input, (rows.get(input) ?? 0) + 1)
    },
  })
  const openPage = (storage: TaskStorage, kind: AnyTaskKind<null>) => {
    const store = createTaskStore({
      services: null,
      kinds: async () => kind,
      storage,
      locks: pageLocks(),
      network: { isOnline: () => true, onChange: () => () => undefined },
      retryDelaysMs: [],
    })
    store.setAccount('小雪')
    return store
  }
  let crashes = 0
  for (let operations = 1; operations < 60; operations++) {
    const values = new Map<string, unknown>()
    const uploads = new Map<string, number>()
    const rows = new Map<string, number>()
    const kind = createUploadKind(uploads, rows)
    const dying = dyingStorage(values, operations)
    const first = openPage(dying.storage, kind)
    const id = first.start({
      kind: 'upload',
      title: 't',
      scope: 's',
      items: names.map((name) => ({ key: name, name, input: name })),
    })
    const retried = () => first.get(id)?.state === 'ended'
    await eventually(() => expect(dying.died() || retried()).toBe(true))
    if (retried()) {
      first.retryFailed(id)
      await eventually(() => expect(dying.died() || first.get(id)?.items.every((item) => item.state === 'done')).toBe(true))
    }
    if (dying.died()) crashes++
    const remembered = new Set(
      [...values].flatMap(([key, value]) => ((value as { saved?: unknown }).saved === undefined ? [] : [key.split('/at/')[1]])),
    )
    const uploadsBefore = new Map(uploads)
    const hadHead = [...values.keys()].some((key) => key.includes('/head/'))

    const second = openPage(memoryTaskStorage(values), kind)
    if (!hadHead) {
      await eventually(() => expect(second.list()).toEqual([]))
    } else {
      const settled = () => eventually(() => expect(second.get(id)?.state).toBe('ended'))
      await settled()
      second.retryFailed(id)
      await settled()
      for (const item of second.get(id)?.items ?? []) {
        // Only an item whose input was not stored may fail, and its error states this.
        if (item.state === 'failed') expect(item.error).toBe('页面关闭前没来得及保存这个文件，请重新选择')
        else expect(item.state).toBe('done')
        if (item.state === 'done') expect(rows.get(item.key)).toBeGreaterThan(0)
      }
      for (const name of names) if (remembered.has(name)) expect(uploads.get(name)).toBe(uploadsBefore.get(name))
    }
    second.close()
  }
  expect(crashes).toBeGreaterThan(10)
})

describe('tasks under random commands', () => {
  const command = fc.oneof(
    fc.record({ do: fc.constant('succeed' as const), which: fc.nat(9) }),
    fc.record({ do: fc.constant('fail' as const), which: fc.nat(9) }),
    fc.record({ do: fc.constant('replace' as const), which: fc.nat(9) }),
    fc.record({
      do: fc.constantFrom('retry', 'cancel', 'pause', 'resume', 'offline', 'online', 'signOut', 'signIn', 'reload'),
      which: fc.nat(9),
    }),
  )
  const breathe = async () => {
    for (let turn = 0; turn < 12; turn++) await Promise.resolve()
  }

  test('under any commands no item runs twice or beyond the limit, none runs while blocked, and all end', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(command, { maxLength: 40 }), async (commands) => {
        const values = new Map<string, unknown>()
        const done = new Set<string>()
        let window = openWindow({ values, concurrency: 3 })
        const names = ['a', 'b', 'c', 'd', 'e', 'f']
        const id = window.start(...names)
        let online = true
        let signedIn = true
        const check = () => {
          const inputs = window.attempts.map((one) => one.input[0] as string)
          expect(new Set(inputs).size).toBe(inputs.length)
          expect(inputs.length).toBeLessThanOrEqual(3)
          for (const name of inputs) expect(done.has(name)).toBe(false)
        }
        for (const { do: act, which } of commands) {
          const before = window.started.length
          const task = window.store.get(id)
          const one = window.attempts[which % Math.max(1, window.attempts.length)]
          const item = task?.items[which % names.length]
          const allowed = online && signedIn
          if (act === 'succeed' && one) {
            done.add(one.input[0] as string)
            one.succeed()
          } else if (act === 'fail') one?.fail(new Error('no'))
          else if (act === 'replace' && item) {
            if (item.state === 'failed' || item.state === 'cancelled') done.delete(item.key)
            window.store.replaceItem(id, item.key, { name: item.name, input: `${item.key}+` })
          } else if (act === 'retry') window.store.retryFailed(id)
          else if (act === 'cancel') window.store.cancel(id)
          else if (act === 'pause') window.store.pause(id)
          else if (act === 'resume') window.store.resume(id)
          else if (act === 'offline' || act === 'online') {
            online = act === 'online'
            window.setOnline(online)
          } else if (act === 'signOut' || act === 'signIn') {
            signedIn = act === 'signIn'
            window.store.setAccount(signedIn ? '小雪' : null)
          } else if (act === 'reload') {
            await breathe()
            window.store.close()
            await breathe()
            window = openWindow({ values, concurrency: 3 })
            window.setOnline(online)
            if (!signedIn) window.store.setAccount(null)
            await eventually(() => expect(window.store.get(id)?.pause).not.toBe('other-window'))
          }
          await breathe()
          check()
          if (act !== 'reload' && !allowed && act !== 'online' && act !== 'signIn') expect(window.started.length).toBe(before)
        }
        window.setOnline(true)
        window.store.setAccount('小雪')
        window.store.resume(id)
        for (let rounds = 0; rounds < 40 && window.store.get(id)?.state !== 'ended'; rounds++) {
          await breathe()
          for (const one of [...window.attempts]) {
            done.add(one.input[0] as string)
            one.succeed()
          }
          check()
        }
        await eventually(() => expect(window.store.get(id)?.state).toBe('ended'))
        for (const item of window.store.get(id)?.items ?? []) {
          expect(['done', 'failed', 'cancelled']).toContain(item.state)
          if (item.state === 'done') expect(done.has(item.key)).toBe(true)
          else expect(done.has(item.key)).toBe(false)
        }
        expect(window.problems).toEqual([])
        window.store.close()
      }),
      { numRuns: 200 },
    )
  })
})
