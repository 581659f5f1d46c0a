/** Provides the tasks to screens; separate from tasks.tsx, so that the shell can count tasks without loading the components. */
import { createContext, type ReactNode, useCallback, useContext, useMemo, useSyncExternalStore } from 'react'
import type { TaskStore } from '../base/tasks/task-store'
import type { Task } from '../base/tasks/types'

const TaskStoreContext = createContext<TaskStore | null>(null)

/** Provides the task store to the screens below it. */
export function TaskStoreProvider({ store, children }: { readonly store: TaskStore; readonly children: ReactNode }) {
  return <TaskStoreContext value={store}>{children}</TaskStoreContext>
}

export function useTaskStore(): TaskStore {
  const store = useContext(TaskStoreContext)
  if (store === null) throw new Error('no TaskStoreProvider above this component')
  return store
}

/** Returns the current state of one task; undefined once it is dismissed. */
export function useTask(id: string | null): Task | undefined {
  const store = useTaskStore()
  const read = useCallback(() => (id === null ? undefined : store.get(id)), [store, id])
  return useSyncExternalStore(store.subscribe, read)
}

/** Returns the tasks of a scope, or all of them, oldest first. */
export function useTasks(scope?: string): readonly Task[] {
  const store = useTaskStore()
  const tasks = useSyncExternalStore(store.subscribe, store.list)
  return useMemo(() => (scope === undefined ? tasks : tasks.filter((task) => task.scope === scope)), [tasks, scope])
}
