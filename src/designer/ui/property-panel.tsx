import { textLimits } from '../../../contract/rules/limits'
import { pixelsText } from '../../../contract/rules/sizes'
import './property-panel.css'
import { Button, Input } from '@arco-design/web-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { renameLayer } from '../../../design/commands/layers'
import { strokeText } from '../../../design/commands/stroke'
import { equalExceptPlacement } from '../../../design/model/equal'
import { layersOf } from '../../../design/model/queries'
import type { Layer } from '../../../design/model/types'
import { useProblems } from './checks/check-context'
import { DpiBadge } from './checks/dpi-badge'
import { ProblemList } from './checks/problem-list'
import { ComponentSection } from './components/component-section'
import { useDesigner, useSession } from './context'
import { LayerActions, LayerOrder } from './layer-actions'
import { PlacementFields } from './placement-fields'
import { type PropertySection, propertySections } from './property-sections'
import { SharedPlacementFields } from './shared-placement-fields'

/** The right panel: properties of the selected layer, or of the design as a whole. */
export function PropertyPanel() {
  const chosen = useSession(({ doc, selection }) => layersOf(doc, selection), equalExceptPlacement)
  const [only] = chosen
  const kind = chosen.length > 1 ? 'several' : (only?.type ?? 'none')
  const top = useRef<HTMLDivElement>(null)
  // The panel scrolls to its top, where a kind's own fields are, when another kind is selected; within a kind it stays where it is.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each new kind
  useLayoutEffect(() => {
    const panel = top.current?.closest('.designer-side-properties')
    if (panel) panel.scrollTop = 0
  }, [kind])
  if (!only) return <DesignFacts />
  const hasComponent = chosen.some(({ component }) => component !== null)
  const sections = hasComponent ? [] : propertySections.filter((section) => section.shows(chosen))
  const asSection = ({ key, Section }: PropertySection) => <Section key={key} chosen={chosen} />
  return (
    <div className="designer-properties" ref={top}>
      {hasComponent && <ComponentSection chosen={chosen} />}
      {chosen.length === 1 ? (
        !hasComponent && <NameField key={only.uuid} layer={only} />
      ) : (
        <h3 className="designer-section-title">已选择 {chosen.length} 个图层</h3>
      )}
      {sections.filter(({ isOwn }) => isOwn).map(asSection)}
      {!hasComponent && <LayerActions />}
      {chosen.length === 1 ? <PlacementFields key={`place-${only.uuid}`} uuid={only.uuid} /> : <SharedPlacementFields />}
      {sections.filter(({ isOwn }) => !isOwn).map(asSection)}
      <LayerOrder />
      {chosen.length === 1 && <Problems of={only.uuid} />}
    </div>
  )
}

function NameField({ layer }: { readonly layer: Layer }) {
  const { session } = useDesigner()
  const [typed, setTyped] = useState<string | null>(null)
  const commit = () => {
    if (typed !== null && typed !== layer.name) session.run(renameLayer, { uuid: layer.uuid, name: typed })
    setTyped(null)
  }
  return (
    <div className="designer-section">
      <h3 className="designer-section-title designer-name-title">
        图层名称
        <DpiBadge layer={layer} />
      </h3>
      <Input
        aria-label="图层名称"
        value={typed ?? layer.name}
        maxLength={textLimits.name}
        onChange={setTyped}
        onBlur={commit}
        onPressEnter={commit}
      />
    </div>
  )
}

function DesignFacts() {
  const { uiState } = useDesigner()
  const width = useSession(({ doc }) => doc.width)
  const height = useSession(({ doc }) => doc.height)
  const count = useSession(({ doc }) => doc.layers.length)
  const strokeHint = useSession(({ doc }) =>
    doc.layers.some((layer) => !layer.isBackground) ? strokeText.noneChosen : strokeText.noPicture,
  )
  return (
    <div className="designer-properties">
      <section className="designer-section" aria-label="画布">
        <h3 className="designer-section-title">画布</h3>
        <dl className="designer-facts">
          <dt>尺寸</dt>
          <dd>{pixelsText({ width, height })}</dd>
          <dt>图层</dt>
          <dd>{count} 个</dd>
        </dl>
      </section>
      <Problems of={null} />
      <section className="designer-section" aria-label="操作提示">
        <h3 className="designer-section-title">操作提示</h3>
        <ul className="designer-tips">
          <li>{strokeHint}</li>
          <li>点击选择图层，按住 Shift 可多选，在空白处拖动可框选</li>
          <li>滚轮移动画布，Ctrl+滚轮缩放画布</li>
          <li>数字框可以输入算式或百分比，例如 100+50、50%</li>
        </ul>
        <Button size="small" onClick={() => uiState.shortcuts.set(true)}>
          查看全部快捷键
        </Button>
      </section>
    </div>
  )
}

/** The problems before print, of one layer or of the whole design. */
function Problems({ of }: { readonly of: string | null }) {
  const empty = useSession(({ doc }) => doc.layers.length === 0)
  const problems = useProblems().filter((problem) => of === null || problem.uuid === of)
  if (problems.length === 0 || empty) return null
  return (
    <section className="designer-section" aria-label="印刷检查">
      <h3 className="designer-section-title">印刷检查</h3>
      <ProblemList problems={problems} plain={of !== null} />
    </section>
  )
}
