import { useEffect, useState } from 'react'
import { createPlatform } from '../../adapters/create'
import type { Platform } from '../../adapters/platform'
import { sessionValues } from '../../adapters/storage/values'
import { SessionExpiredError } from '../../contract/call-errors'
import { createApi } from '../api/client'
import { setFileBase, storedFilePath } from '../api/file-url'
import type { Api, CutoutService } from '../api/services'
import { platformTransport, type Transport } from '../api/transport'
import type { TaskStore } from '../base/tasks/task-store'
import { whenIdle } from '../base/when-idle'
import { confirm } from '../ui/confirm'
import { storeDraftsIn } from '../ui/form-drafts'
import { lazyScreen, ScreenLoading } from '../ui/lazy-screen'
import { App } from './app'
import { Notice } from './embedded/notice'
import { reportFailure } from './failures'
import { readFirstData } from './first-screen'
import { loadLateDialogs } from './late-dialogs'
import { PlatformProblem } from './platform-problem'
import { createQueryClient, watchWindows } from './query-client'
import { endSession } from './session'
import { session } from './session-store'
import { openTasks } from './tasks'
import { loadToken } from './token-store'

/** Returns the server's address: a packed page contains it, a served page uses its own origin. */
function apiBase(): string {
  const configuredBase = document.querySelector<HTMLMetaElement>('meta[name="api-base"]')?.content
  return configuredBase ? new URL(configuredBase, location.href).href : location.origin
}

function unlessExpired(error: unknown): null {
  if (error instanceof SessionExpiredError) return null
  throw error
}

const confirmAccountChange = (storedName: string, offered: string): Promise<boolean> =>
  confirm({
    title: '切换登录账号？',
    content: `打开的链接要登录「${offered}」，现在登录的是「${storedName}」。如果这个链接不是您自己打开的，请保持当前账号。`,
    okText: '切换账号',
    cancelText: '保持当前账号',
  })

/** How long the first picture waits for the data of the first screen, ms. */
const firstDataLimitMs = 200

const queries = createQueryClient()
watchWindows(queries)
/** For testers; see docs/qa.md. */
const RecordingBar = lazyScreen(() => import('./recording-bar'))

interface StartedApp {
  readonly api: Api
  readonly platform: Platform
  readonly tasks: TaskStore
  readonly cutout: CutoutService
  close(): void
}

/** Resolves when the client is ready after all; rejects when the start was aborted. */
const whenReady = (platform: Platform, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const unsubscribe = platform.onState((state) => {
      if (state === 'ready') resolve()
    })
    signal.addEventListener('abort', () => {
      unsubscribe()
      reject(new Error('nobody waits for the client any more'))
    })
  })

/** Lets pictures of the server come through the client, for a page without network. Returns the function that ends it. */
async function startPictureRelay(transport: Transport): Promise<() => void> {
  const [{ relayPictures }, { createFileLoader }] = await Promise.all([
    import('./relayed-pictures'),
    import('../api/relayed-files'),
  ])
  return relayPictures({ pathOf: storedFilePath, load: createFileLoader(transport) })
}

/**
 * Opens the platform and the API over it. `onLate` is called when a client does not respond in time, and the start continues to
 * wait for it. Rejects with the platform's reason, or when it is aborted.
 */
async function start(signal: AbortSignal, onLate: (error: unknown) => void): Promise<StartedApp> {
  const base = apiBase()
  setFileBase(base)
  let platform: Platform | null = null
  const transport = platformTransport(() => platform, base)
  const api = createApi(transport, {
    token: () => session.token,
    onSessionEnded: () => {
      if (platform) endSession(platform)
    },
    onFailure: reportFailure,
  })
  platform = await createPlatform({ files: () => api.files, apiBase: base, appVersion: __APP_VERSION__ })
  const opened = platform
  let inClient: boolean
  try {
    const info = await opened.ready().catch(async (error: unknown) => {
      onLate(error)
      await whenReady(opened, signal)
      return opened.ready()
    })
    inClient = info.environment === 'qianniu'
  } catch (error) {
    opened.dispose()
    throw error
  }
  storeDraftsIn(sessionValues)
  const nameOf = (token: string) =>
    createApi(transport, { token: () => token, onSessionEnded: () => undefined, onFailure: () => undefined })
      .users.me({}, { quiet: true })
      .then(({ username }) => username, unlessExpired)
  session.token = await loadToken(platform.storage, { nameOf, confirmChange: confirmAccountChange })
  const firstData = session.token === null ? Promise.resolve() : readFirstData({ api, queries })
  void firstData.then(whenIdle).then(loadLateDialogs)
  const stopPictureRelay = platform.http && (await startPictureRelay(transport))
  // With its data the first screen is drawn once; without them it would be drawn twice, the frame around it first.
  await Promise.race([firstData, new Promise((resolve) => setTimeout(resolve, firstDataLimitMs))])
  const { tasks, close } = openTasks({ api, platform, queries }, inClient ? '千牛' : undefined)
  return {
    api,
    platform,
    tasks,
    cutout: { admin: transport, bearer: () => session.token },
    close() {
      close()
      stopPictureRelay?.()
      platform?.dispose()
    },
  }
}

/** Whether the page has an origin. In a sandbox without `allow-same-origin` it has none, and the server refuses its calls. */
const hasOrigin = (): boolean => self.origin !== 'null' || !/^https?:$/.test(location.protocol)

interface BootProps {
  /** The first attempt to start, which is under way. */
  readonly first: Attempt
}

/** Shows the plugin when it has started, or why it cannot start here. */
export function Boot({ first }: BootProps) {
  if (hasOrigin()) return <Start first={first} />
  return (
    <main>
      <Notice
        title="这个页面被放在受限的框架里，不能登录"
        text="嵌入它的系统使用了 sandbox，但没有加 allow-same-origin。请联系对方系统的服务商加上。"
      />
    </main>
  )
}

interface Attempt {
  readonly starting: Promise<StartedApp>
  /** Calls the listener when the client does not respond in time; the start goes on. */
  onLate(listener: (error: unknown) => void): void
  /** Ends it, before or after it finished. */
  end(): void
  readonly ended: boolean
}

/** Starts the plugin beside React, so that nothing waits for its first picture. */
export function beginStart(): Attempt {
  const controller = new AbortController()
  let late: { readonly error: unknown } | null = null
  let tellLate: ((error: unknown) => void) | null = null
  const starting = start(controller.signal, (error) => {
    late = { error }
    tellLate?.(error)
  })
  // A failure is handled where it is shown, which may be later than it happens.
  starting.catch(() => undefined)
  return {
    starting,
    onLate(listener) {
      tellLate = listener
      if (late) listener(late.error)
    },
    end() {
      if (controller.signal.aborted) return
      controller.abort()
      void starting.then(
        (ready) => ready.close(),
        // The failure is shown where it is awaited; a platform that failed has closed itself.
        () => undefined,
      )
    },
    get ended() {
      return controller.signal.aborted
    },
  }
}

function Start({ first }: BootProps) {
  const [attempt, setAttempt] = useState(first)
  const [started, setStarted] = useState<StartedApp | null>(null)
  const [problem, setProblem] = useState<unknown>(null)
  useEffect(() => {
    let isCurrent = true
    // React's double effects in development have ended the attempt.
    const current = attempt.ended ? beginStart() : attempt
    current.onLate((error) => isCurrent && setProblem(error))
    current.starting.then(
      (ready) => isCurrent && setStarted(ready),
      (error: unknown) => isCurrent && setProblem(error),
    )
    return () => {
      isCurrent = false
      current.end()
    }
  }, [attempt])
  if (started) {
    const { api, platform, tasks, cutout } = started
    return (
      <>
        <App api={api} platform={platform} tasks={tasks} cutout={cutout} queries={queries} />
        {platform.recording && <RecordingBar recording={platform.recording} />}
      </>
    )
  }
  if (problem === null) return <ScreenLoading />
  return (
    <PlatformProblem
      error={problem}
      onRetry={() => {
        setProblem(null)
        setAttempt(beginStart())
      }}
    />
  )
}
