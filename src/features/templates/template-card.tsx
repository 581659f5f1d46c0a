import { Button } from '@arco-design/web-react'
import { IconDragDotVertical, IconMore } from '@arco-design/web-react/icon'
import { type MouseEvent, type ReactNode, useState } from 'react'
import { productMode } from '../../../contract/constants'
import { templateName } from '../../../contract/rules/case-names'
import { pixelsText } from '../../../contract/rules/sizes'
import type { TemplateRow } from '../../../contract/types'
import { TemplatePicture } from '../../template-pictures/template-picture'
import { Menu } from '../../ui/menu'
import type { HandleProps } from '../../ui/sortable-grid'
import { productModes } from './batch/product-modes'

/** An entry of a template's menu. */
export interface TemplateAction {
  readonly key: string
  readonly label: string
  readonly danger?: boolean
  /** The reason why the action is not possible now; null or absent when it is. */
  readonly refusal?: string | null
  readonly run: () => void
}

/** On or off the shelf, the mode where it is not the usual one, and the collection. */
function CardStates({
  template: { enabled, productMode: mode },
  collection,
}: Pick<TemplateCardProps, 'template' | 'collection'>) {
  const words = productModes.find((one) => one.mode === mode)
  return (
    <span className="template-card-states">
      <span className={enabled ? 'template-state is-on' : 'template-state'}>{enabled ? '上架' : '下架'}</span>
      {words && mode !== productMode.default && (
        <span className="template-state" title={words.hint}>
          {words.label}
        </span>
      )}
      {collection !== undefined && (
        <span className="template-state is-collection" title={`分组：${collection}`}>
          {collection}
        </span>
      )}
    </span>
  )
}

interface TemplateCardProps {
  readonly template: TemplateRow
  readonly handle: HandleProps
  readonly tick: ReactNode
  /** The name of its collection, where templates of several are shown. */
  readonly collection?: string | undefined
  readonly actions: readonly TemplateAction[]
  readonly onOpen: () => void
}

/** A template in the grid: its picture opens it, the handle moves it, the menu holds the other actions. */
export function TemplateCard({ template, handle, tick, collection, actions, onOpen }: TemplateCardProps) {
  const name = templateName(template)
  const { onPointerDown, ...keyboardHandle } = handle
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const menuName = `「${name}」的更多操作`
  // The second click of a double click on the menu lands here, since the menu has closed by then: ignore it.
  const open = (event: MouseEvent) => {
    if (event.detail <= 1) onOpen()
  }
  return (
    <div className="card" onPointerDown={onPointerDown}>
      <button type="button" className="card-open" onClick={open}>
        <span className="card-picture template-card-picture">
          <TemplatePicture template={template} />
        </span>
        <span className="card-name" title={name}>
          {name}
        </span>
        <span className="card-facts numeric">
          <span>{template.layerCount} 个图层</span>
          <span>{pixelsText(template)}</span>
        </span>
        <CardStates template={template} collection={collection} />
      </button>
      <button type="button" className="card-handle" title="拖动排序" {...keyboardHandle}>
        <IconDragDotVertical />
      </button>
      {/* Pressing the tick or the menu must not start a drag. */}
      <span className="card-tick" onPointerDown={(event) => event.stopPropagation()}>
        {tick}
      </span>
      <span className="card-more" onPointerDown={(event) => event.stopPropagation()}>
        <Button
          size="small"
          icon={<IconMore />}
          aria-label={menuName}
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          onClick={(event) => setAnchor(event.currentTarget instanceof HTMLElement ? event.currentTarget : null)}
        />
      </span>
      {anchor !== null && <Menu anchor={anchor} label={menuName} items={actions} onClose={() => setAnchor(null)} />}
    </div>
  )
}

/** Placeholders of the cards while the first page loads. */
export function CardSkeletons({ count }: { readonly count: number }) {
  return (
    <div className="sortable-grid" role="status" aria-label="正在加载模板">
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders differ only by their index
        <div key={index} className="card card-skeleton">
          <div className="card-picture" />
          <div className="card-name" />
          <div className="card-facts" />
        </div>
      ))}
    </div>
  )
}
