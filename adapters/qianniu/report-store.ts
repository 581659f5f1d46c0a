/** Stores the self-test report in use, in the page's and in the client's storage, because either may lose it. */
import { messageOf } from '../../contract/ground/thrown'
import { checkedReport, type SelfTestReport } from '../diagnosis/report'
import { platformError } from '../error-text'
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

function parseReport(text: string | null): SelfTestReport | null | 'unreadable' {
  if (text === null) return null
  try {
    return checkedReport(JSON.parse(text))
  } catch {
    return 'unreadable'
  }
}

const withinReadLimit = <T>(promise: Promise<T>, fallback: T): Promise<T> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<T>((resolve) => {
    timer = setTimeout(() => resolve(fallback), readMs)
  })
  return Promise.race([promise.catch(() => fallback), late]).finally(() => clearTimeout(timer))
}

/** `client` returns the client's own storage, null if it has none. */
export function createReportStore(page: PlatformStorage, client: () => PlatformStorage | null): ReportStore {
  return {
    async read() {
      // Read the page's storage first, because that needs no message.
      const pageReport = parseReport(await withinReadLimit(page.get(key), null))
      if (pageReport !== null && pageReport !== 'unreadable') return pageReport
      const clientReport = parseReport(await withinReadLimit(client()?.get(key) ?? Promise.resolve(null), null))
      return clientReport ?? pageReport
    },
    async write(report) {
      const text = JSON.stringify(report)
      const storages = [page, client()].filter((storage) => storage !== null)
      const results = await Promise.allSettled(storages.map((storage) => storage.set(key, text)))
      if (results.some(({ status }) => status === 'fulfilled')) return
      const originalMessage = results.map((one) => (one.status === 'rejected' ? messageOf(one.reason) : '')).join(' ')
      throw new PlatformError('DISK', '报告没有保存下来：页面和千牛都没有存储空间，请清理后再试', { detail: { originalMessage } })
    },
    async remove() {
      const storages = [page, client()].filter((storage) => storage !== null)
      const results = await Promise.allSettled(storages.map((storage) => storage.remove(key)))
      const failed = results.find((one) => one.status === 'rejected')
      if (failed) throw platformError('DISK', { cause: failed.reason, detail: { originalMessage: messageOf(failed.reason) } })
    },
  }
}
