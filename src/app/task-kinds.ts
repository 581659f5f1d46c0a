/** Every kind of long work → its code, loaded when a task of it runs. A kind's module exports it as default. */
import type { TaskServices } from '../api/services'
import type { AnyTaskKind } from '../base/tasks/task-run'

const kinds: Readonly<Record<string, () => Promise<{ readonly default: AnyTaskKind<TaskServices> }>>> = {
  'asset-delete': () => import('../features/assets/asset-delete-task'),
  'asset-upload': () => import('../features/assets/asset-upload-task'),
  'wireframe-import': () => import('../features/wireframes/import/wireframe-import-task'),
}

export async function loadTaskKind(kind: string): Promise<AnyTaskKind<TaskServices>> {
  const load = kinds[kind]
  if (load === undefined) throw new Error(`no such kind of task: ${kind}`)
  return (await load()).default
}
