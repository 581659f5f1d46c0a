/** Tells which pages of this browser are still open, so that data of closed pages can be recognised. */
import { pageLockManager } from './locks'

export interface Presence {
  /** Registers this page under a name until the page ends or calls the returned function. */
  register(name: string): () => void
  /** Whether a page is registered under the name. Never rejects; where it cannot be determined the answer is false. */
  isPresent(name: string): Promise<boolean>
}

const lockOf = (name: string) => `kejiang-page/${name}`

/** Presence by the browser's locks, which end with the page that holds them, however it ends. */
function lockPresence(manager: LockManager): Presence {
  const isLocked = async (name: string) => {
    const { held = [] } = await manager.query()
    return held.some((lock) => lock.name === lockOf(name))
  }
  return {
    register(name) {
      let release = () => {}
      const pageGone = new Promise<void>((resolve) => {
        release = resolve
      })
      manager.request(lockOf(name), () => pageGone).catch(() => undefined)
      return release
    },
    async isPresent(name) {
      try {
        if (!(await isLocked(name))) return false
        // A page that is being reloaded may still hold a lock that it is about to release.
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

interface PresenceMessage {
  readonly say: 'ask' | 'here'
  readonly name: string
}
const isPresenceMessage = (value: unknown): value is PresenceMessage =>
  typeof value === 'object' && value !== null && 'say' in value && 'name' in value

/** Presence by messages between pages, where there are no locks (plain http). A page that does not reply in time is gone. */
export function channelPresence(open: () => BroadcastChannel): Presence {
  const join = () => {
    try {
      return open()
    } catch {
      // A frame without storage has no BroadcastChannel either.
      return null
    }
  }
  return {
    register(name) {
      const channel = join()
      channel?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
        if (isPresenceMessage(data) && data.say === 'ask' && data.name === name) channel.postMessage({ say: 'here', name })
      })
      return () => channel?.close()
    },
    async isPresent(name) {
      const channel = join()
      if (channel === null) return false
      const answer = new Promise<boolean>((resolve) => {
        channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
          if (isPresenceMessage(data) && data.say === 'here' && data.name === name) resolve(true)
        })
      })
      channel.postMessage({ say: 'ask', name })
      const isPresent = await Promise.race([answer, pause(answerMs).then(() => false)])
      channel.close()
      return isPresent
    },
  }
}

/** Returns the best implementation that this browser supports. */
export function pagePresence(): Presence {
  const manager = pageLockManager()
  return manager ? lockPresence(manager) : channelPresence(() => new BroadcastChannel('kejiang-pages'))
}
