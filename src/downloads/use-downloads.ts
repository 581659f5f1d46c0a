import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { createArchives } from '../../imaging/zip/archive-client'
import { meQuery } from '../api/queries/session'
import { useApi } from '../api/services'
import type { TaskStore } from '../base/tasks/task-store'
import { useTaskStore, useTasks } from '../ui/task-context'
import { keepSavedMs, removeUnknownFolders } from './archive-folders'
import { type DownloadTask, downloadTask } from './download-record'
import { type DownloadView, viewOf } from './download-view'
import { migrateOldDownloads, oldDownloadIds } from './old-downloads'

/** Accounts whose old downloads this page has already migrated or tried to. */
const migratedAccounts = new Set<string>()
let isCleanedUp = false

/** Migrates the account's old downloads, and later removes folders that belong to no download; each once per page. */
function cleanUpOnce(tasks: TaskStore, account: string): void {
  // Errors are ignored, because the next page tries again.
  const ignore = () => undefined
  if (!migratedAccounts.has(account)) {
    migratedAccounts.add(account)
    migrateOldDownloads(tasks, account).catch(ignore)
  }
  if (isCleanedUp) return
  isCleanedUp = true
  const cleanUp = async () => {
    const known = new Set([...(await tasks.allIds()), ...(await oldDownloadIds())])
    await removeUnknownFolders(createArchives(), known)
  }
  setTimeout(() => void cleanUp().catch(ignore), keepSavedMs)
}

/** Describes charge and state of a download; when this text changes, the displayed orders may be outdated. */
const settledText = ({ id, phase, stop, charged, short }: DownloadView): string =>
  `${id} ${phase === 'ended'} ${stop?.why ?? ''} ${charged} ${short}`

/**
 * Returns the downloads of the signed-in account, oldest first.
 *
 * @param onSettled called when a download charged credits, ended or stopped.
 */
export function useDownloads(onSettled: () => void): readonly DownloadView[] {
  const store = useTaskStore()
  const account = useQuery({ ...meQuery(useApi()), meta: { quiet: true } }).data?.username
  useEffect(() => {
    if (account !== undefined) cleanUpOnce(store, account)
  }, [store, account])
  const tasks = useTasks(downloadTask)
  const views = useMemo(() => tasks.map((task) => viewOf(task as DownloadTask)), [tasks])
  const settledTexts = views.map(settledText).join('\n')
  const notified = useRef(settledTexts)
  const notify = useEffectEvent(onSettled)
  useEffect(() => {
    if (notified.current === settledTexts) return
    notified.current = settledTexts
    notify()
  }, [settledTexts])
  return views
}
