import { Button, Checkbox } from '@arco-design/web-react'
import { IconApps, IconCopy, IconDelete, IconEye, IconImage, IconSettings } from '@arco-design/web-react/icon'
import { type ReactNode, useEffect, useState } from 'react'
import { templateName } from '../../../../contract/rules/case-names'
import type { TemplateCollection, TemplateRow, TemplateSettings } from '../../../../contract/types'
import { templateUseText } from '../../../api/queries/templates'
import { restorableText, useRestore } from '../../../api/queries/trash'
import { useApi } from '../../../api/services'
import { ListingDialog } from '../../../template-pictures/lazy-listing-dialog'
import { phoneOf } from '../../../template-tools/preview/read-ahead'
import { type ReplaceInput, replacePictureKind } from '../../../template-tools/replace/replace-picture'
import type { Action } from '../../../ui/action'
import { BulkBar } from '../../../ui/bulk-bar'
import { confirm } from '../../../ui/confirm'
import { useTaskStore, useTasks } from '../../../ui/task-context'
import { TaskReport } from '../../../ui/task-report'
import { toastHint } from '../../../ui/toast'
import { type Selection, useSelection } from '../../../ui/use-selection'
import { CopyDialog } from '../copy-dialog'
import {
  batchScope,
  type CopyInput,
  copyKind,
  type DeleteInput,
  deleteKind,
  type SettingsInput,
  settingsKind,
} from './batch-kinds'
import { BatchPreview } from './lazy-batch-preview'
import { ReplaceDialog } from './replace-dialog'
import { SettingsDialog } from './settings-dialog'
import './batch.css'

interface BatchProps {
  /** The collection whose templates are shown; 'found' for those of a search in all collections. */
  readonly source: TemplateCollection | 'found'
  /** Collections to which templates can be copied. */
  readonly otherCollections: readonly TemplateCollection[]
  /** The templates of the current page; `total` counts those of all pages. */
  readonly items: readonly TemplateRow[]
  readonly total: number
  readonly readAll: () => Promise<readonly TemplateRow[]>
}

type OpenDialog = {
  readonly what: 'preview' | 'settings' | 'replace' | 'copy' | 'listing'
  readonly templates: readonly TemplateRow[]
}

interface Batch {
  readonly selection: Selection
  /** Shown above the grid: the actions, the progress of batches, and their failures. */
  readonly bar: ReactNode
  /** The dialogs that the actions open. */
  readonly dialogs: ReactNode
}

/** A template as an item of a task. */
const toItem = <I,>(template: TemplateRow, input: I) => ({ key: String(template.id), name: templateName(template), input })

/** The batch actions on ticked templates of a collection or of a search. */
export function useBatch({ source, otherCollections, items, total, readAll }: BatchProps): Batch {
  const api = useApi()
  const store = useTaskStore()
  const restore = useRestore()
  const selection = useSelection()
  const scope = batchScope(source === 'found' ? 'found' : source.id)
  const tasks = useTasks(scope)
  const [openDialog, setOpenDialog] = useState<OpenDialog | null>(null)
  const opener = (what: OpenDialog['what']) => (templates: readonly TemplateRow[]) => setOpenDialog({ what, templates })
  const close = () => setOpenDialog(null)
  const templatesOf = (what: OpenDialog['what']) => (openDialog?.what === what ? openDialog.templates : null)

  useEffect(() => {
    const deleted = tasks.filter(({ kind }) => kind === deleteKind).flatMap((task) => task.items)
    const deletedSelected = deleted.filter(({ key, state }) => state === 'done' && selection.ids.has(Number(key)))
    if (deletedSelected.length > 0) selection.remove(deletedSelected.map(({ key }) => Number(key)))
  }, [tasks, selection])

  const isBusy = tasks.some((task) => task.state !== 'ended')
  const refusal = () => (isBusy ? '上一批还没做完，请等它完成' : null)

  const apply = (settings: TemplateSettings) => {
    const templates = templatesOf('settings') ?? []
    store.start<SettingsInput>({
      kind: settingsKind,
      title: `修改 ${templates.length} 个模板的设置`,
      scope,
      items: templates.map((template) => toItem(template, { id: template.id, settings })),
    })
  }
  const replace = (templates: readonly TemplateRow[], input: Omit<ReplaceInput, 'id'>) => {
    store.start<ReplaceInput>({
      kind: replacePictureKind,
      title: `替换 ${templates.length} 个模板的「${input.layerName}」`,
      scope,
      items: templates.map((template) => toItem(template, { id: template.id, ...input })),
    })
  }
  const copy = async (collectionId: number) => {
    const templates = templatesOf('copy') ?? []
    const target = otherCollections.find((collection) => collection.id === collectionId)
    store.start<CopyInput>({
      kind: copyKind,
      title: `复制 ${templates.length} 个模板到「${target?.name ?? ''}」`,
      scope,
      items: templates.map((template) => toItem(template, { id: template.id, collectionId })),
    })
  }
  const remove = async (templates: readonly TemplateRow[]) => {
    const countText = `${templates.length} 个模板`
    const used = await templateUseText(api, { kind: 'template', ids: templates.map(({ id }) => id), by: '删除' })
    const content = `${used}买家将不能再选择这些模板。${restorableText}`
    if (!(await confirm({ title: `删除选中的 ${countText}？`, content, okText: `删除 ${countText}`, danger: true }))) return
    store.start<DeleteInput>({
      kind: deleteKind,
      title: `删除${source === 'found' ? '找到的' : `「${source.name}」里的`} ${countText}`,
      scope,
      items: templates.map((template) => toItem(template, { id: template.id })),
    })
  }

  const actions: readonly Action<TemplateRow>[] = [
    { key: 'preview', label: '批量预览', icon: <IconEye />, perform: opener('preview') },
    { key: 'settings', label: '批量设置', icon: <IconSettings />, refusal, perform: opener('settings') },
    { key: 'listing', label: '生成主图', icon: <IconApps />, perform: opener('listing') },
    { key: 'replace', label: '图层换成…', icon: <IconImage />, refusal, perform: opener('replace') },
    {
      key: 'copy',
      label: '批量复制到分组',
      icon: <IconCopy />,
      refusal: () => (otherCollections.length === 0 ? '还没有其他分组' : refusal()),
      perform: opener('copy'),
    },
    { key: 'delete', label: '批量删除', icon: <IconDelete />, danger: true, refusal, perform: remove },
  ]
  const askToChoose = () => toastHint('请至少选择一个设计模版')

  const bar = (
    <>
      <TaskReport
        scope={scope}
        success={(task) => `操作成功：${task.title}`}
        undo={({ kind, items: deletedItems }) =>
          kind === deleteKind
            ? () =>
                restore(
                  'template',
                  deletedItems.map(({ key }) => Number(key)),
                )
            : null
        }
      />
      <BulkBar selection={selection} rows={items} actions={actions} total={total} readAll={readAll}>
        <div className="templates-batch-row">
          <Checkbox checked={false} onChange={() => selection.add(items.map(({ id }) => id))}>
            选择本页全部
          </Checkbox>
          <Button size="small" type="text" icon={<IconEye />} onClick={askToChoose}>
            批量预览
          </Button>
          <Button size="small" type="text" icon={<IconSettings />} onClick={askToChoose}>
            批量设置
          </Button>
        </div>
      </BulkBar>
    </>
  )
  const templatesToCopy = templatesOf('copy')
  const dialogs = (
    <>
      <BatchPreview
        templates={templatesOf('preview')}
        expected={selection.ids.size > 0}
        phone={phoneOf(items.filter(({ id }) => selection.ids.has(id)))}
        onClose={close}
      />
      <SettingsDialog templates={templatesOf('settings')} onApply={apply} onClose={close} />
      <ListingDialog
        visible={templatesOf('listing') !== null}
        templateIds={templatesOf('listing')?.map(({ id }) => id) ?? []}
        onClose={close}
      />
      <ReplaceDialog templates={templatesOf('replace')} onApply={replace} onClose={close} />
      <CopyDialog
        subject={templatesToCopy && ` ${templatesToCopy.length} 个模板`}
        collections={otherCollections}
        copy={copy}
        onClose={close}
      />
    </>
  )
  return { selection, bar, dialogs }
}
