import { useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { createArchives } from '../../imaging/zip/archive-client'
import type { TaskStore } from '../base/tasks/task-store'
import { useTaskStore, useTasks } from '../ui/task-context'
import { keepSavedMs, removeUnknownFolders } from './archive-folders'
import { type DownloadTask, downloadTask } from './download-record'
import { type DownloadView, viewOf } from './download-view'

let isCleanedUp = false

/** Removes, somewhat later and once per page, the folders that belong to no download. */
function cleanUpOnce(tasks: TaskStore): void {
  if (isCleanedUp) return
  isCleanedUp = true
  const cleanUp = async () => removeUnknownFolders(createArchives(), await tasks.allIds())
  // Errors are ignored, because the next page tries again.
  setTimeout(() => void cleanUp().catch(() => undefined), keepSavedMs)
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
  useEffect(() => {
    cleanUpOnce(store)
  }, [store])
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
