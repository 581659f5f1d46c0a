/** Placeholder engine while the real one is written: same surface, in memory only. */
import pLimit from 'p-limit'
import type { NewItem, NewTask, Task, TaskItem, TaskKind } from './types'

// biome-ignore lint/suspicious/noExplicitAny: kinds of every input and result live in one registry
export type AnyKind<S> = TaskKind<any, any, S>

export interface TaskStoreOptions<S> {
  readonly services: S
  readonly kinds: (kind: string) => Promise<AnyKind<S>>
  readonly storage?: unknown
  readonly now?: () => number
}

export interface TaskStore {
  start<I>(task: NewTask<I>): string
  get(id: string): Task | undefined
  list(): readonly Task[]
  subscribe(listener: () => void): () => void
  retryFailed(id: string): void
  replaceItem<I>(id: string, key: string, item: Omit<NewItem<I>, 'key'>): void
  cancel(id: string): void
  pause(id: string): void
  resume(id: string): void
  dismiss(id: string): void
}

export function createTaskStore<S>({ services, kinds, now = Date.now }: TaskStoreOptions<S>): TaskStore {
  let tasks: readonly Task[] = []
  const listeners = new Set<() => void>()
  const stops = new Map<string, AbortController>()
  const saved = new Map<string, unknown>()
  const get = (id: string) => tasks.find((task) => task.id === id)
  const set = (next: readonly Task[]) => {
    tasks = next
    for (const listener of [...listeners]) listener()
  }
  const change = (id: string, edit: (task: Task) => Task) => set(tasks.map((task) => (task.id === id ? edit(task) : task)))
  const changeItem = (id: string, key: string, fields: Partial<TaskItem<unknown, unknown>>) =>
    change(id, (task) => ({ ...task, items: task.items.map((item) => (item.key === key ? { ...item, ...fields } : item)) }))

  const run = async (id: string) => {
    const task = get(id)
    if (!task) return
    const kind = await kinds(task.kind)
    const stop = new AbortController()
    stops.set(id, stop)
    const limit = pLimit(kind.atOnce)
    const waiting = () => get(id)?.items.filter((item) => item.state === 'waiting') ?? []
    await Promise.all(
      waiting().map(({ key, input }) =>
        limit(async () => {
          if (stop.signal.aborted) return
          changeItem(id, key, { state: 'running' })
          try {
            const result: unknown = await kind.run(
              input,
              {
                signal: stop.signal,
                progress: (loaded, total) => changeItem(id, key, { loaded, total }),
                saved: saved.get(`${id} ${key}`),
                checkpoint: async (value) => void saved.set(`${id} ${key}`, value),
              },
              services,
            )
            changeItem(id, key, { state: 'done', result })
          } catch (error) {
            if (!stop.signal.aborted)
              changeItem(id, key, { state: 'failed', error: error instanceof Error ? error.message : String(error) })
          }
        }),
      ),
    )
    if (stop.signal.aborted) return
    change(id, (one) => ({ ...one, state: 'ended' }))
    const ended = get(id)
    if (ended) kind.ended?.(ended, services)
  }

  return {
    start({ kind, title, scope, items }) {
      const id = `${now()}-${tasks.length}`
      set([
        ...tasks,
        {
          id,
          kind,
          title,
          scope,
          state: 'running',
          startedAt: now(),
          items: items.map((item) => ({ ...item, state: 'waiting', loaded: 0, total: 0 })),
        },
      ])
      void run(id)
      return id
    },
    get,
    list: () => tasks,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    retryFailed(id) {
      change(id, (task) => ({
        ...task,
        state: 'running',
        items: task.items.map((item) => (item.state === 'failed' ? { ...item, state: 'waiting' } : item)),
      }))
      void run(id)
    },
    replaceItem(id, key, item) {
      changeItem(id, key, { ...item, state: 'waiting' })
      change(id, (task) => ({ ...task, state: 'running' }))
      void run(id)
    },
    cancel(id) {
      stops.get(id)?.abort()
      change(id, (task) => ({
        ...task,
        state: 'ended',
        items: task.items.map((item) =>
          item.state === 'waiting' || item.state === 'running' ? { ...item, state: 'cancelled' } : item,
        ),
      }))
    },
    pause: () => undefined,
    resume: () => undefined,
    dismiss: (id) => set(tasks.filter((task) => task.id !== id)),
  }
}
