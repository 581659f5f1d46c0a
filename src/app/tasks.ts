/**
 * Opens the task store of this page: its tasks belong to the signed-in user, and the page asks before it is closed only if work
 * would be lost.
 */
import { subscribe } from 'valtio'
import { windowNews } from '../../adapters/storage/window-news'
import { createReachabilityCheck } from '../api/reachability'
import type { TaskServices } from '../api/services'
import { createTaskStore, type TaskStore } from '../base/tasks/task-store'
import { askBeforeClosing } from '../ui/leave-guard'
import { reportFailure } from './failures'
import { session } from './session-store'
import { loadTaskKind } from './task-kinds'

export function openTasks(services: TaskServices, peer: string | undefined): { readonly tasks: TaskStore; close(): void } {
  const tasks = createTaskStore({
    services,
    kinds: loadTaskKind,
    news: windowNews('kejiang-tasks'),
    isReachable: createReachabilityCheck(services.api),
    onProblem: reportFailure,
    ...(peer === undefined ? {} : { peer }),
  })
  const followAccount = () => tasks.setAccount(session.account)
  followAccount()
  // Synchronous, so that between the end of one session and the start of another nothing runs under the wrong name.
  const unsubscribe = subscribe(session, followAccount, true)
  const warnBeforeUnload = (event: BeforeUnloadEvent) => {
    if (tasks.hasUnsavedWork()) askBeforeClosing(event)
  }
  addEventListener('beforeunload', warnBeforeUnload)
  return {
    tasks,
    close() {
      unsubscribe()
      removeEventListener('beforeunload', warnBeforeUnload)
      tasks.close()
    },
  }
}
