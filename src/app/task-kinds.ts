/** Maps every kind of task to its code, which is loaded when a task of it runs. The module of a kind exports it as default. */
import type { TaskServices } from '../api/services'
import type { AnyTaskKind } from '../base/tasks/types'

const kinds: Readonly<Record<string, () => Promise<{ readonly default: AnyTaskKind<TaskServices> }>>> = {
  'asset-delete': () => import('../features/assets/asset-delete-task'),
  'asset-move': () => import('../features/assets/asset-move-task'),
  download: () => import('../downloads/download-task'),
  'asset-upload': () => import('../features/assets/asset-upload-task'),
  'name-list': () => import('../features/orders/names/name-task'),
  'order-file': () => import('../features/orders/files/order-file-task'),
  'psd-templates': () => import('../template-tools/psd/template-import-task'),
  'design-render': () => import('../features/orders/render/render-task'),
  'font-change': () => import('../features/fonts/font-change-task'),
  'font-upload': () => import('../features/fonts/font-upload-task'),
  'phone-library': () => import('../features/phones/library/library-task'),
  'product-sync': () => import('../features/products/sync/product-sync-task'),
  'sku-shelf': () => import('../features/wireframes/sku-shelf-task'),
  'template-copy': () => import('../features/templates/batch/template-copy-task'),
  'template-delete': () => import('../features/templates/batch/template-delete-task'),
  'template-replace': () => import('../template-tools/replace/replace-picture-task'),
  'template-settings': () => import('../features/templates/batch/template-settings-task'),
  'wireframe-change': () => import('../features/wireframes/wireframe-change-task'),
  'wireframe-copy': () => import('../features/wireframes/wireframe-copy-task'),
  'wireframe-import': () => import('../features/wireframes/import/wireframe-import-task'),
}

export async function loadTaskKind(kind: string): Promise<AnyTaskKind<TaskServices>> {
  const load = kinds[kind]
  if (load === undefined) throw new Error(`no such kind of task: ${kind}`)
  return (await load()).default
}
