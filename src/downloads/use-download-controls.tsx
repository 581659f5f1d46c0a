import { Button, Message } from '@arco-design/web-react'
import { IconDownload, IconSettings } from '@arco-design/web-react/icon'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { fileErrorText } from '../../contract/rules/file-errors'
import { createArchives } from '../../imaging/zip/archive-client'
import { printProfilesQuery } from '../api/queries/print-profiles'
import { shopsQuery } from '../api/queries/shops'
import { useApi, usePlatform } from '../api/services'
import { asideOf } from '../base/aside-window'
import { screens } from '../base/paths'
import { confirm } from '../ui/confirm'
import { lazyDialog } from '../ui/lazy-dialog'
import { useTaskStore } from '../ui/task-context'
import { toastFailure, toastHint, toastSuccess } from '../ui/toast'
import { useOneAtATime } from '../ui/use-one-at-a-time'
import { DownloadCard } from './download-card'
import { readRules, readSettings } from './download-settings'
import type { DownloadView } from './download-view'
import { profileFileName } from './formats'
import { readInkProfile } from './ink-profile'
import type { PickedItem } from './picked-item'
import { type DownloadKind, kindNames, nothingToDownload, picturesOf } from './pictures'
import { planDownload } from './plan'
import type { DownloadRequest } from './start-dialog'
import { useDownloads } from './use-downloads'
import './download.css'

const StartDialog = lazyDialog('下载定制图', () => import('./start-dialog'))
const SettingsDialog = lazyDialog('下载设置', () => import('./settings-dialog'))
const FailureDialog = lazyDialog('下载失败的图片', () => import('./failure-dialog'))

export interface DownloadControls {
  /** The buttons 下载效果图, 下载定制图 and 下载设置. */
  readonly buttons: ReactNode
  /** Cards of downloads that run or were left unfinished, and the dialogs. */
  readonly cards: ReactNode
}

/** Returns the browser's own file system, or memory where archives cannot be written to it. */
async function bestDestination(): Promise<'disk' | 'memory'> {
  const archives = createArchives()
  const hasDisk = await archives.hasDisk().catch(() => false)
  archives.dispose()
  return hasDisk ? 'disk' : 'memory'
}

/**
 * Shows the outcome of each download that was seen running here, once.
 *
 * @returns a function that marks a new download as seen: a small one may end before it is rendered as running.
 */
function useEndings(list: readonly DownloadView[], onFailures: (view: DownloadView) => void): (id: string) => void {
  const seenRunning = useRef(new Set<string>())
  const onFailed = useEffectEvent(onFailures)
  useEffect(() => {
    for (const view of list) {
      const { id } = view
      if (view.phase !== 'ended' && view.phase !== 'elsewhere') seenRunning.current.add(id)
      else if (view.phase === 'ended' && seenRunning.current.delete(id)) {
        if (view.failed > 0) onFailed(view)
        else if (view.parts.some(({ state }) => state === 'offered')) toastHint('压缩包做好了，请点「保存」逐个交给浏览器')
        else toastSuccess(view.parts.some(({ unseen }) => unseen) ? '已交给浏览器保存' : '下载完成')
      }
    }
  }, [list])
  return (id) => seenRunning.current.add(id)
}

/**
 * Provides the download buttons, cards and dialogs of the order screen.
 *
 * @param picked ticked rows of all pages, in the order in which they were ticked.
 * @param onDownloaded called after a charge or download, when the displayed orders may be outdated.
 */
export function useDownloadControls(picked: readonly PickedItem[], onDownloaded: () => void): DownloadControls {
  const api = useApi()
  const platform = usePlatform()
  const queries = useQueryClient()
  const tasks = useTaskStore()
  const list = useDownloads(onDownloaded)
  const [request, setRequest] = useState<DownloadRequest | null>(null)
  const [settingsOpen, setSettingsOpen] = useState(false)
  const [failures, setFailures] = useState<DownloadView | null>(null)
  const markSeen = useEndings(list, setFailures)

  /** Must be called within a click, because browsers show the folder dialog only then. */
  const start = async (
    kind: DownloadKind,
    { pictures, settings, confirmed = [] }: DownloadRequest,
    price: number | null,
    acceptsShort = false,
  ): Promise<boolean> => {
    try {
      const folder = settings.destination === 'folder' ? await platform.pickFolder?.() : undefined
      if (folder === null) return false
      const [destination, rules, shops, { maxSaveBytes }, fileName] = await Promise.all([
        folder ?? bestDestination(),
        readRules(api, platform.storage),
        queries.fetchQuery({ ...shopsQuery(api), meta: { quiet: true } }).catch(() => []),
        platform.ready(),
        profileFileName(settings.format, () => queries.fetchQuery(printProfilesQuery(api))),
      ])
      const names = new Map(shops.map(({ id, name }) => [id, name]))
      const task = planDownload({
        ...{ kind, pictures, confirmed, acceptsShort, price, rules, fileName, destination, maxSaveBytes },
        shopName: (id) => names.get(id),
        format: settings.format,
        now: new Date(),
      })
      markSeen(task.id)
      tasks.start(task)
      return true
    } catch (error) {
      toastFailure(`下载${kindNames[kind]}时发生错误：${fileErrorText(error)}`)
      return false
    }
  }

  const onDownloadClick = useOneAtATime(async (kind: DownloadKind) => {
    const refusal = nothingToDownload(kind, picked)
    if (refusal !== null) {
      if (refusal.tone === 'hint') toastHint(refusal.text)
      else Message.info({ content: refusal.text, duration: 3000 })
      return
    }
    const settings = await readSettings(platform.storage)
    // Check for the profile now; otherwise every picture would fail after it was paid for.
    if (settings.format.type === 'tif' && settings.format.colors === 'cmyk' && (await readInkProfile()) === null) {
      toastHint('转为 CMYK 需要工厂的颜色配置文件，请先选择')
      setSettingsOpen(true)
      return
    }
    const newRequest: DownloadRequest = { pictures: picturesOf(kind, picked), settings }
    if (kind === 'customized') setRequest(newRequest)
    else await start('effect', newRequest, null)
  })

  const confirmCancel = async ({ id, plan, charged }: DownloadView) => {
    const name = kindNames[plan.kind]
    const agreed = await confirm({
      title: `放弃这次${name}下载？`,
      content: `已保存的压缩包不受影响，没有保存的会清除。${charged ? '已扣点的图片重新下载免费。' : ''}`,
      okText: '放弃下载',
      cancelText: '接着下载',
      danger: true,
    })
    if (agreed) tasks.cancel(id)
  }

  const buttons = (
    <>
      <Button onClick={() => onDownloadClick('effect')}>下载效果图</Button>
      <Button type="primary" icon={<IconDownload />} aria-keyshortcuts="d" onClick={() => onDownloadClick('customized')}>
        下载定制图
      </Button>
      <Button icon={<IconSettings />} aria-label="下载设置" title="下载设置" onClick={() => setSettingsOpen(true)} />
    </>
  )
  const cards = (
    <>
      {list.length > 0 && (
        <div className="download-cards">
          {list.map((view) => (
            <DownloadCard
              key={view.id}
              view={view}
              tasks={tasks}
              onCancel={(one) => void confirmCancel(one)}
              onShowFailures={setFailures}
              onRecharge={() => void platform.openLink(asideOf(screens.credits.path)).catch(() => undefined)}
            />
          ))}
        </div>
      )}
      <StartDialog
        visible={request !== null}
        request={request}
        onStart={(newRequest, acceptsShort) => start('customized', newRequest, newRequest.price, acceptsShort)}
        onClose={() => setRequest(null)}
      />
      <SettingsDialog visible={settingsOpen} onClose={() => setSettingsOpen(false)} />
      <FailureDialog
        visible={failures !== null}
        view={failures}
        onClose={() => setFailures(null)}
        onRetry={(id) => {
          setFailures(null)
          tasks.retryFailed(id)
          markSeen(id)
        }}
      />
    </>
  )
  return { buttons, cards }
}
