/** Stores the self-test report in use, in the page's and in the client's storage, because either may lose it. */
import { checkedReport, type SelfTestReport } from '../diagnosis/report'
import { messageOf, platformError } from '../error-text'
import { PlatformError, type PlatformStorage } from '../platform'

const key = 'self-test-report'
/** Limit of each read, ms: the plugin's start must not wait long for a report that may not exist. */
const readMs = 1500

export interface ReportStore {
  /** Resolves with null if there is no report or the storages do not answer in time. Never rejects. */
  read(): Promise<SelfTestReport | null | 'unreadable'>
  /** Rejects with DISK if neither storage stores it. */
  write(report: SelfTestReport): Promise<void>
  remove(): Promise<void>
}

function parsed(text: string | null): SelfTestReport | null | 'unreadable' {
  if (text === null) return null
  try {
    return checkedReport(JSON.parse(text))
  } catch {
    return 'unreadable'
  }
}

const inTime = <T>(promise: Promise<T>, instead: T): Promise<T> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<T>((resolve) => {
    timer = setTimeout(() => resolve(instead), readMs)
  })
  return Promise.race([promise.catch(() => instead), late]).finally(() => clearTimeout(timer))
}

/** `client` returns the client's own storage, null if it has none. */
export function createReportStore(page: PlatformStorage, client: () => PlatformStorage | null): ReportStore {
  return {
    async read() {
      // Read the page's storage first, because that needs no message.
      const here = parsed(await inTime(page.get(key), null))
      if (here !== null && here !== 'unreadable') return here
      const there = parsed(await inTime(client()?.get(key) ?? Promise.resolve(null), null))
      return there ?? here
    },
    async write(report) {
      const text = JSON.stringify(report)
      const places = [page, client()].filter((place) => place !== null)
      const kept = await Promise.allSettled(places.map((place) => place.set(key, text)))
      if (kept.some(({ status }) => status === 'fulfilled')) return
      const said = kept.map((one) => (one.status === 'rejected' ? messageOf(one.reason) : '')).join(' ')
      throw new PlatformError('DISK', '报告没有保存下来：页面和千牛都没有存储空间，请清理后再试', { detail: { said } })
    },
    async remove() {
      const places = [page, client()].filter((place) => place !== null)
      const gone = await Promise.allSettled(places.map((place) => place.remove(key)))
      const failed = gone.find((one) => one.status === 'rejected')
      if (failed) throw platformError('DISK', { cause: failed.reason, detail: { said: messageOf(failed.reason) } })
    },
  }
}
