/**
 * Opens the task store of this page: its tasks belong to the signed-in user, and the page asks before it is closed only if work
 * would be lost.
 */
import { subscribe } from 'valtio'
import { reachableBy } from '../api/reachable'
import type { TaskServices } from '../api/services'
import { createTaskStore, type TaskStore } from '../base/tasks/task-store'
import { reportFailure } from './failures'
import { session } from './session-store'
import { loadTaskKind } from './task-kinds'

export function openTasks(services: TaskServices): { readonly tasks: TaskStore; close(): void } {
  const tasks = createTaskStore({
    services,
    kinds: loadTaskKind,
    isReachable: reachableBy(services.api),
    onProblem: reportFailure,
  })
  const follow = () => tasks.setAccount(session.account)
  follow()
  // Synchronous, so that between the end of one session and the start of another nothing runs under the wrong name.
  const unfollow = subscribe(session, follow, true)
  const hold = (event: BeforeUnloadEvent) => {
    if (!tasks.hasUnsavedWork()) return
    event.preventDefault()
    // Chrome before 119 asks only when returnValue is set.
    event.returnValue = ''
  }
  addEventListener('beforeunload', hold)
  return {
    tasks,
    close() {
      unfollow()
      removeEventListener('beforeunload', hold)
      tasks.close()
    },
  }
}
