import { describe, expect, test } from 'vitest'
import { type FaultyEnv, type FrameRecord, faultyChannel, type LinkFaults } from './faulty-channel'

const clean: LinkFaults = {
  latency: 10,
  jitter: 0,
  loss: 0,
  duplicate: 0,
  reorder: 0,
  frameLimit: 0,
  welcomeDelay: 0,
  wrongKind: false,
}

/** A faulty channel whose clock and random numbers the test controls. */
function createChannel(faults: Partial<LinkFaults>, dice: readonly number[] = []) {
  let now = 0
  let diceUsed = 0
  const tasks: { at: number; task: () => void }[] = []
  const env: FaultyEnv = {
    now: () => now,
    random: () => dice[diceUsed++ % Math.max(1, dice.length)] ?? 0.5,
    set: (task, ms) => {
      const entry = { at: now + ms, task }
      tasks.push(entry)
      return entry
    },
    clear: (handle) => {
      const index = tasks.indexOf(handle as (typeof tasks)[number])
      if (index >= 0) tasks.splice(index, 1)
    },
  }
  const sent: unknown[] = []
  const received: unknown[] = []
  const records: FrameRecord[] = []
  let deliver: (frame: unknown) => void = () => {}
  const inner = {
    send: (frame: unknown) => sent.push(frame),
    sendCut: (frame: unknown) => sent.push({ cut: frame }),
    listen: (listener: (raw: unknown) => void) => {
      deliver = listener
      return () => {}
    },
  }
  const channel = faultyChannel(
    inner,
    () => ({ ...clean, ...faults }),
    env,
    (note) => records.push(note),
  )
  channel.listen((frame) => received.push(frame))
  const advance = (ms: number) => {
    now += ms
    for (const entry of tasks.filter(({ at }) => at <= now).sort((a, b) => a.at - b.at)) {
      tasks.splice(tasks.indexOf(entry), 1)
      entry.task()
    }
  }
  return {
    channel,
    out: sent,
    heard: received,
    notes: records,
    speak: (frame: unknown) => deliver(frame),
    pass: advance,
    pendingTasks: () => tasks.length,
  }
}

describe('a faulty channel', () => {
  test('latency and jitter delay both directions and keep the order', () => {
    const { channel, out, heard, speak, pass } = createChannel({ jitter: 50 }, [0.9, 0, 0.5])
    for (const i of [1, 2, 3]) {
      channel.send({ k: 'prog', i })
      speak({ k: 'ack', i })
    }
    pass(9)
    expect([out, heard]).toEqual([[], []])
    pass(100)
    expect(out).toEqual([1, 2, 3].map((i) => ({ k: 'prog', i })))
    expect(heard).toEqual([1, 2, 3].map((i) => ({ k: 'ack', i })))
  })

  test('frames are lost at the configured rate and reported as lost', () => {
    const { channel, out, notes, pass } = createChannel({ loss: 5 }, [0.049, 0.051])
    channel.send('a')
    channel.send('b')
    pass(100)
    expect(out).toEqual(['b'])
    expect(notes.map(({ outcome }) => outcome)).toEqual(['lost', 'delivered'])
  })

  test('a duplicated frame is delivered twice', () => {
    const { channel, out, pass } = createChannel({ duplicate: 100 })
    channel.send('a')
    pass(100)
    expect(out).toEqual(['a', 'a'])
  })

  test('a swapped frame arrives after the next one', () => {
    const { channel, out, pass } = createChannel({ reorder: 50 }, [0, 0.4, 0, 0.9])
    channel.send('a')
    channel.send('b')
    pass(200)
    expect(out).toEqual(['b', 'a'])
  })

  test('welcomeDelay delays the welcome', () => {
    const { channel, out, pass } = createChannel({ welcomeDelay: 2900 })
    channel.send({ k: 'welcome' })
    pass(2900)
    expect(out).toEqual([])
    pass(20)
    expect(out).toEqual([{ k: 'welcome' }])
  })

  test('a fault for the next reply affects one res or err frame and no other', () => {
    const { channel, out, pass } = createChannel({})
    channel.arm('drop')
    channel.arm('wrong-kind')
    channel.arm('cut')
    for (const frame of [
      { k: 'ack' },
      { k: 'res', id: 1 },
      { k: 'res', id: 2, kind: 'bool' },
      { k: 'err', id: 3 },
      { k: 'res', id: 4 },
    ]) {
      channel.send(frame)
    }
    pass(100)
    expect(out).toEqual([
      { k: 'ack' },
      { k: 'res', id: 2, kind: 'someone.else' },
      { cut: { k: 'err', id: 3 } },
      { k: 'res', id: 4 },
    ])
  })

  test('dispose clears all timers of the channel', () => {
    const { channel, out, pass, pendingTasks } = createChannel({ duplicate: 100 })
    channel.send('a')
    expect(channel.scheduledDeliveries()).toBe(2)
    channel.dispose()
    expect(pendingTasks()).toBe(0)
    pass(100)
    expect(out).toEqual([])
  })
})
