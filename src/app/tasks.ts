/** The long work of this page: belongs to whoever is signed in, and holds the page back only when leaving would lose some of it. */
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
    reachable: reachableBy(services.api),
    problem: reportFailure,
  })
  const follow = () => tasks.use(session.account)
  follow()
  // At once: between the end of one session and the beginning of another nothing may run under the wrong name.
  const unfollow = subscribe(session, follow, true)
  const hold = (event: BeforeUnloadEvent) => {
    if (!tasks.wouldLose()) return
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
