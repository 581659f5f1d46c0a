/** Which of a browser's pages are still there: what a page keeps for itself belongs to nobody once the page is gone. */
import { pageLockManager } from './locks'

export interface Presence {
  /** Registers this page under a name until the page ends or calls the returned function. */
  hold(name: string): () => void
  /** Whether a page is registered under the name. Never rejects; where it cannot be determined the answer is false. */
  isHeld(name: string): Promise<boolean>
}

const lockOf = (name: string) => `kejiang-page/${name}`

/** The browser's own locks: gone with the page that held them, however it ended. */
function lockPresence(manager: LockManager): Presence {
  const isLocked = async (name: string) => {
    const { held = [] } = await manager.query()
    return held.some((lock) => lock.name === lockOf(name))
  }
  return {
    hold(name) {
      let release = () => {}
      const gone = new Promise<void>((resolve) => {
        release = resolve
      })
      manager.request(lockOf(name), () => gone).catch(() => undefined)
      return release
    },
    async isHeld(name) {
      try {
        if (!(await isLocked(name))) return false
        // A page being reloaded may still hold what it is about to let go.
        await pause(reloadMs)
        return await isLocked(name)
      } catch {
        return false
      }
    },
  }
}

const reloadMs = 400
const answerMs = 300
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

interface Word {
  readonly say: 'ask' | 'here'
  readonly name: string
}
const isWord = (value: unknown): value is Word => typeof value === 'object' && value !== null && 'say' in value && 'name' in value

/** Pages that ask one another, where there are no locks (plain http). One that does not answer in time counts as gone. */
export function channelPresence(open: () => BroadcastChannel): Presence {
  const join = () => {
    try {
      return open()
    } catch {
      // A frame with its storage closed has no channel either.
      return null
    }
  }
  return {
    hold(name) {
      const channel = join()
      channel?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
        if (isWord(data) && data.say === 'ask' && data.name === name) channel.postMessage({ say: 'here', name })
      })
      return () => channel?.close()
    },
    async isHeld(name) {
      const channel = join()
      if (channel === null) return false
      const answer = new Promise<boolean>((resolve) => {
        channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
          if (isWord(data) && data.say === 'here' && data.name === name) resolve(true)
        })
      })
      channel.postMessage({ say: 'ask', name })
      const there = await Promise.race([answer, pause(answerMs).then(() => false)])
      channel.close()
      return there
    },
  }
}

/** What this browser can do. */
export function pagePresence(): Presence {
  const manager = pageLockManager()
  return manager ? lockPresence(manager) : channelPresence(() => new BroadcastChannel('kejiang-pages'))
}
