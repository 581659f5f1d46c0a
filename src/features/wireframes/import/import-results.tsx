import { Alert, Button } from '@arco-design/web-react'
import { IconDownload, IconEdit } from '@arco-design/web-react/icon'
import { useState } from 'react'
import { useApi, usePlatform } from '../../../api/services'
import { failedCsv } from '../../../base/csv'
import type { Task, TaskItem } from '../../../base/tasks/types'
import { TaskResults, useTaskStore } from '../../../ui/tasks'
import { pictureHoles } from '../picture-hole'
import { applyEdits, type DraftPicture, type Edit } from './draft'
import { layerKinds } from './file-name'
import { FixPictures } from './fix-pictures'
import { groupPictures, reasonOf } from './groups'
import { importInput } from './import-input'
import { examinePicture } from './picture-facts'
import { planImport } from './plan'
import { readCatalogue } from './read-catalogue'
import { foregroundOf, rowArea } from './row-area'
import type { ImportInput, ImportPicture, ImportResult } from './wireframe-import-task'

export type ImportTask = Task<ImportInput, ImportResult>
type ImportItem = TaskItem<ImportInput, ImportResult>

const picturesOf = (input: ImportInput | undefined): readonly ImportPicture[] => {
  if (!input || input.what === 'same') return []
  return input.what === 'refused' ? input.pictures : layerKinds.flatMap((layer) => input.layers[layer] ?? [])
}

const isEnabled = ({ items }: ImportTask): boolean => items.some(({ input }) => input?.what === 'send' && input.enabled)

/** Corrects one failed row and submits it alone. */
function FixItem({ task, item }: { readonly task: ImportTask; readonly item: ImportItem }) {
  const api = useApi()
  const store = useTaskStore()
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const pictures: readonly DraftPicture[] = picturesOf(item.input).map((picture, at) => ({
    ...picture,
    id: `${item.key} ${at}`,
    path: picture.name,
  }))
  if (pictures.length === 0) return null

  const submit = async (edits: readonly Edit[]) => {
    const groups = groupPictures(await applyEdits(pictures, edits, examinePicture))
    const [group, other] = groups
    if (!group) return '至少要留一张图片'
    if (other) return '这几张图片要属于同一品牌型号材质颜色'
    const catalogue = await readCatalogue(api, group.combination ? [group.combination] : [])
    const [row] = planImport([group], catalogue).rows
    if (!row) return '至少要留一张图片'
    if (row.refusal) return reasonOf(row.refusal)
    const takesHoles = item.input?.what === 'refused' && item.input.takesHoles === true
    const foreground = takesHoles ? foregroundOf(row) : null
    const found = foreground && (await pictureHoles(foreground.picture.blob, foreground.size).catch(() => []))
    const holes = new Map(foreground && found ? [[foreground.sha256, found]] : [])
    const area = rowArea(row, holes, { areas: new Map(), takesHoles })
    store.replaceItem(task.id, item.key, {
      name: group.key,
      input: importInput(row, { enabled: isEnabled(task), takesHoles, area }),
    })
    return null
  }
  if (!open) {
    return (
      <Button size="mini" icon={<IconEdit />} aria-label={`修改「${item.name}」`} onClick={() => setOpen(true)}>
        修改
      </Button>
    )
  }
  return (
    <FixPictures
      pictures={pictures}
      submitText="重新提交"
      busy={busy}
      problem={problem}
      onSubmit={(edits) => {
        setBusy(true)
        submit(edits)
          .catch((error: unknown) => `获取数据发生错误：${error instanceof Error ? error.message : ''}`)
          .then((why) => {
            setProblem(why)
            setBusy(false)
          })
      }}
    />
  )
}

const stateOrder: Readonly<Record<ImportItem['state'], number>> = { failed: 0, cancelled: 1, running: 2, waiting: 3, done: 4 }

/** The result of each group: failed ones come first, and each of them can be corrected and submitted alone. */
export function ImportResults({ task }: { readonly task: ImportTask }) {
  const platform = usePlatform()
  const [exportError, setExportError] = useState<string | null>(null)
  const { items } = task
  const countResults = (wanted: ImportResult) => items.filter(({ result }) => result === wanted).length
  const failed = items.filter(({ state }) => state === 'failed')
  const created = countResults('created')
  const summary = [
    `新建 ${created}`,
    `更新 ${countResults('updated')}`,
    `跳过 ${countResults('same')}`,
    `失败 ${failed.length}`,
  ].join('，')
  const sorted = { ...task, items: [...items].sort((a, b) => stateOrder[a.state] - stateOrder[b.state]) }
  const exportFailed = () => {
    setExportError(null)
    platform
      .saveFile({ name: '线框图导入失败明细.csv', blob: failedCsv(failed) })
      .catch((error: unknown) => setExportError(error instanceof Error ? error.message : '保存失败，请重试'))
  }
  return (
    <div className="import-results">
      <Alert
        type={failed.length > 0 ? 'warning' : 'success'}
        className="import-alert"
        content={`${summary}。${created > 0 && !isEnabled(task) ? '新建的线框图还没有上架，可以在列表里批量上架。' : ''}`}
        action={
          failed.length > 0 ? (
            <Button size="mini" icon={<IconDownload />} onClick={exportFailed}>
              导出失败明细
            </Button>
          ) : null
        }
      />
      {exportError !== null && <Alert type="error" className="import-alert" content={exportError} />}
      <TaskResults
        task={sorted}
        // A refused item would be refused again unchanged, so it must be corrected first.
        mayRetrySucceed={({ key }) => items.find((item) => item.key === key)?.input?.what !== 'refused'}
        renderRemedy={(item) => {
          const ownItem = items.find(({ key }) => key === item.key)
          return ownItem ? <FixItem key={ownItem.name} task={task} item={ownItem} /> : null
        }}
      />
    </div>
  )
}
