import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { meQuery } from '../api/queries/session'
import { useApi } from '../api/services'
import type { TaskStore } from '../base/tasks/task-store'
import { createArchives } from '../imaging/zip/archive-client'
import { useTaskStore, useTasks } from '../ui/task-context'
import { keepSavedMs, tidyFolders } from './archive-folders'
import { type DownloadTask, downloadTask } from './download-record'
import { type DownloadView, viewOf } from './download-view'
import { oldDownloadIds, takeOverOldDownloads } from './old-downloads'

/** Accounts whose old downloads this page has asked for. */
const takenOver = new Set<string>()
let isTidied = false

/** What a page does once: downloads of an older version become tasks, and a while later folders that nobody knows go. */
function tidyOnce(tasks: TaskStore, account: string): void {
  // What is lost is the offer to go on; the next page offers it again.
  const ignore = () => undefined
  if (!takenOver.has(account)) {
    takenOver.add(account)
    takeOverOldDownloads(tasks, account).catch(ignore)
  }
  if (isTidied) return
  isTidied = true
  const tidy = async () => {
    const known = new Set([...(await tasks.allIds()), ...(await oldDownloadIds())])
    await tidyFolders(createArchives(), known)
  }
  setTimeout(() => void tidy().catch(ignore), keepSavedMs)
}

/** How much a download has charged and whether it goes on: when it changes, what is shown of orders may be old. */
const settledText = ({ id, phase, stop, charged, short }: DownloadView): string =>
  `${id} ${phase === 'ended'} ${stop?.why ?? ''} ${charged} ${short}`

/**
 * The downloads of whoever is signed in, oldest first.
 *
 * @param onSettled told when one charged, ended or stopped.
 */
export function useDownloads(onSettled: () => void): readonly DownloadView[] {
  const store = useTaskStore()
  const account = useQuery({ ...meQuery(useApi()), meta: { quiet: true } }).data?.username
  useEffect(() => {
    if (account !== undefined) tidyOnce(store, account)
  }, [store, account])
  const tasks = useTasks(downloadTask)
  const views = useMemo(() => tasks.map((task) => viewOf(task as DownloadTask)), [tasks])
  const settled = views.map(settledText).join('\n')
  const told = useRef(settled)
  const tell = useEffectEvent(onSettled)
  useEffect(() => {
    if (told.current === settled) return
    told.current = settled
    tell()
  }, [settled])
  return views
}
