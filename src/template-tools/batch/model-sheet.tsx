import './batch.css'
import './model-sheet.css'
import { Button, Select, Spin } from '@arco-design/web-react'
import { useEffect, useState } from 'react'
import type { PhoneBrand } from '../../../contract/types'
import type { DesignDoc } from '../../../design/model/types'
import { createPictures, type Pictures } from '../../../design/print/pictures'
import { Drawer } from '../../ui/drawer'
import { LoadError } from '../../ui/failure-view'
import { SwitchField } from '../../ui/switch-field'
import { useOptionFilter } from '../../ui/use-option-filter'
import { useValueWhileClosing } from '../../ui/use-value-while-closing'
import { ModelCell, useSeen } from './model-cell'
import { type ModelCase, useBrandCases, useBrands } from './use-model-cases'

interface ModelSheetProps {
  /** The design to show; null while closed. */
  readonly doc: DesignDoc | null
  /** Lays the open design out for a model; absent where no design is open. */
  readonly onUse?: (choice: ModelCase) => void
  readonly onClose: () => void
}

/** 各机型效果: one design on the cases of all models of some brands or of all, with what a buyer would not see. */
export default function ModelSheet({ doc, onUse, onClose }: ModelSheetProps) {
  const shown = useValueWhileClosing(doc !== null, doc)
  return (
    <Drawer
      visible={doc !== null}
      placement="left"
      width="min(1160px, calc(100vw - 24px))"
      title="各机型效果"
      footer={null}
      className="batch-drawer"
      unmountOnExit
      onCancel={onClose}
    >
      {shown && <Sheet doc={shown} onUse={onUse} />}
    </Drawer>
  )
}

function Sheet({ doc, onUse }: { readonly doc: DesignDoc; readonly onUse: ModelSheetProps['onUse'] }) {
  const { brands, ownBrandId, error, retry, retrying } = useBrands(doc.previewPhoneModelId)
  const [chosen, choose] = useState<readonly number[] | null>(null)
  const [fitted, setFitted] = useState(true)
  const filterOption = useOptionFilter()
  const pictures = usePictures()
  const brandIds = chosen ?? (ownBrandId === null ? [] : [ownBrandId])
  const content = () => {
    if (error !== null) return <LoadError error={error} onRetry={retry} retrying={retrying} />
    if (brands === null || pictures === null) return <Spin className="batch-wait" delay={200} />
    const shown = brands.filter(({ id }) => brandIds.includes(id))
    if (shown.length === 0) return <p className="batch-wait">{brands.length === 0 ? '店铺里还没有品牌' : '请选择品牌'}</p>
    return (
      <div className="model-sheet-brands">
        {shown.map((brand) => (
          <BrandCells
            key={brand.id}
            brand={brand}
            titled={shown.length > 1}
            doc={doc}
            fitted={fitted}
            pictures={pictures}
            onUse={onUse}
          />
        ))}
      </div>
    )
  }
  return (
    <div className="batch">
      <div className="batch-head">
        <div className="model-sheet-switch">
          <Select
            aria-label="品牌"
            className="model-sheet-brand"
            mode="multiple"
            maxTagCount={2}
            placeholder="请选择品牌"
            value={[...brandIds]}
            filterOption={filterOption}
            onChange={choose}
          >
            {brands?.map(({ id, name }) => (
              <Select.Option key={id} value={id} extra={name}>
                {name}
              </Select.Option>
            ))}
          </Select>
          <Button
            disabled={brands === null || brandIds.length === brands.length}
            onClick={() => choose(brands?.map(({ id }) => id) ?? null)}
          >
            全部品牌
          </Button>
        </div>
        <SwitchField checked={fitted} onChange={setFitted}>
          按机型适配图层位置
        </SwitchField>
        <p className="model-sheet-legend">
          <span className="model-mark is-covered" /> 被镜头或边框遮住 <span className="model-mark is-cut" /> 超出打印区域
        </p>
      </div>
      {content()}
    </div>
  )
}

interface BrandCellsProps {
  readonly brand: PhoneBrand
  readonly titled: boolean
  readonly doc: DesignDoc
  readonly fitted: boolean
  readonly pictures: Pictures
  readonly onUse: ModelSheetProps['onUse']
}

/** The cases of a brand, which are loaded when it comes near the visible part. */
function BrandCells({ brand, titled, doc, fitted, pictures, onUse }: BrandCellsProps) {
  const [section, isSeen] = useSeen<HTMLElement>()
  const { cases, error, retry, retrying } = useBrandCases(isSeen ? brand.id : null, doc.previewMaterialColorId)
  const content = () => {
    if (error !== null) return <LoadError error={error} onRetry={retry} retrying={retrying} />
    if (cases === null) return <Spin className="batch-wait" delay={200} />
    if (cases.length === 0) {
      return (
        <p className="state-block" role="status">
          这个品牌还没有带线框图的机型
        </p>
      )
    }
    return (
      <ul className="model-sheet" aria-label={`${brand.name}各机型效果`}>
        {cases.map((one) => (
          <ModelCell key={one.model.id} doc={doc} choice={one} fitted={fitted} pictures={pictures} onUse={onUse} />
        ))}
      </ul>
    )
  }
  return (
    <section ref={section} className="model-sheet-section" aria-label={brand.name}>
      {titled && <h3 className="model-sheet-title">{brand.name}</h3>}
      {content()}
    </section>
  )
}

/** All cells share their pictures, which are freed when the drawer is closed. */
function usePictures(): Pictures | null {
  const [pictures, setPictures] = useState<Pictures | null>(null)
  useEffect(() => {
    const created = createPictures()
    setPictures(created)
    return () => created.dispose()
  }, [])
  return pictures
}
