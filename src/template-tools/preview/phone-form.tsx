import { phoneName } from '../../../contract/rules/case-names'
import './phone-form.css'
import { Button, Select, Tag } from '@arco-design/web-react'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { NotFoundError } from '../../../contract/call-errors'
import { materialsQuery, phoneModelsQuery, skusQuery } from '../../api/queries/catalogue'
import { useApi } from '../../api/services'
import { FailureText } from '../../ui/failure-view'
import { toastHint } from '../../ui/toast'
import { useOptionFilter } from '../../ui/use-option-filter'
import { colorFor, firstColorOf, materialChoices } from './choices'
import { forgetPhone, type RecentPhone, recentPhones, rememberPhone } from './recent-phones'
import type { Preview, PreviewPhone } from './use-preview'

/** Failures are shown in this form instead of a modal. */
const quiet = { quiet: true } as const

export const noWireframe = '当前机型没有线框图'

interface PhoneFormProps {
  readonly preview: Preview
  /** The present choice, which `preview` was made for. */
  readonly phone: PreviewPhone
  /** The user whose recent phones are offered. */
  readonly username: string
  /** Fields side by side instead of one below the other. */
  readonly inline?: boolean
  readonly onChange: (phone: PreviewPhone) => void
}

/** Recent phones, brand, model, material and colour. */
export function PhoneForm({ preview, phone, username, inline = false, onChange }: PhoneFormProps) {
  const api = useApi()
  const queries = useQueryClient()
  const { phoneModelId: modelId, materialColorId: colorId } = phone
  const [recent, setRecent] = useState(() => recentPhones(username))
  const { brands, brandId, models, choices, choice } = preview
  // After another brand is chosen and before its model is, material and colour would still be those of the previous model.
  const shownModelId = models.some((model) => model.id === modelId) ? modelId : null

  const select = (phoneModelId: number, materialColorId: number | null) => onChange({ phoneModelId, materialColorId })
  const chooseModel = async (recentPhone: RecentPhone) => {
    const skus = await queries.fetchQuery({ ...skusQuery(api, [recentPhone.modelId]), meta: quiet })
    const materials = await queries.fetchQuery({ ...materialsQuery(api), meta: quiet })
    preview.chooseBrand(recentPhone.brandId)
    select(recentPhone.modelId, colorFor(materialChoices(materials, skus), colorId))
    setRecent(rememberPhone(username, recentPhone))
  }
  const chooseRecent = async (recentPhone: RecentPhone) => {
    try {
      const brandModels = await queries.fetchQuery({ ...phoneModelsQuery(api, recentPhone.brandId), staleTime: 0, meta: quiet })
      if (brandModels.some((model) => model.id === recentPhone.modelId)) return await chooseModel(recentPhone)
    } catch (error) {
      // Only a deleted brand makes the choice invalid; one that failed to load may load in a moment.
      if (!(error instanceof NotFoundError)) return toastHint('机型没有读取成功，请检查网络后重试')
    }
    setRecent(forgetPhone(username, recentPhone.modelId))
    toastHint('当前数据过期，请手动选择')
  }
  const selectModel = (id: number) => {
    const model = models.find((one) => one.id === id)
    const brand = brands.find((one) => one.id === brandId)
    if (!model || !brand) return
    const recentPhone = { brandId: brand.id, brandName: brand.name, modelId: model.id, modelName: model.name }
    chooseModel(recentPhone).catch(() => toastHint('机型的材质没有读取成功，请检查网络后重试'))
  }
  const filterOption = useOptionFilter()

  return (
    <div className={inline ? 'phone-form is-inline' : 'phone-form'}>
      {preview.error !== null && (
        <p className="phone-form-error" role="alert">
          <FailureText error={preview.error} />
          <Button size="mini" onClick={preview.retry}>
            重试
          </Button>
        </p>
      )}
      {recent.length > 0 && (
        <fieldset className="phone-form-recent" aria-label="最近使用的机型">
          {recent.map((recentPhone) => (
            <Button
              key={recentPhone.modelId}
              size="mini"
              type={recentPhone.modelId === modelId ? 'primary' : 'secondary'}
              onClick={() => void chooseRecent(recentPhone)}
            >
              {phoneName(recentPhone.brandName, recentPhone.modelName)}
            </Button>
          ))}
        </fieldset>
      )}
      <Row label="品牌">
        <Select
          aria-label="品牌"
          placeholder="选择品牌"
          showSearch
          filterOption={filterOption}
          value={brandId ?? undefined}
          onChange={(id: number) => preview.chooseBrand(id)}
          options={brands.map((brand) => ({ label: brand.name, value: brand.id }))}
          triggerProps={popupInForm}
        />
      </Row>
      <Row label="机型">
        <Select
          aria-label="机型"
          placeholder="选择机型"
          showSearch
          filterOption={filterOption}
          disabled={brandId === null}
          value={shownModelId ?? undefined}
          onChange={selectModel}
          options={models.map((model) => ({ label: model.name, value: model.id }))}
          triggerProps={popupInForm}
        />
      </Row>
      <Row label="材质">
        <Select
          aria-label="材质"
          placeholder="选择材质"
          disabled={shownModelId === null}
          value={shownModelId === null ? undefined : choice?.material.id}
          onChange={(id: number) => {
            const next = firstColorOf(choices.find((one) => one.material.id === id))
            if (shownModelId !== null && next !== null) select(shownModelId, next)
          }}
          options={choices.map(({ material, available }) => ({ label: material.name, value: material.id, disabled: !available }))}
          triggerProps={popupInForm}
        />
      </Row>
      <Row label="颜色">
        <Select
          aria-label="颜色"
          placeholder="选择颜色"
          disabled={shownModelId === null || !choice}
          value={shownModelId === null ? undefined : preview.color?.id}
          onChange={(id: number) => shownModelId !== null && select(shownModelId, id)}
          options={(choice?.colors ?? []).map(({ color, available }) => ({
            label: color.name,
            value: color.id,
            disabled: !available,
          }))}
          triggerProps={popupInForm}
        />
      </Row>
      {preview.lacksWireframe && <Tag color="orangered">{noWireframe}</Tag>}
    </div>
  )
}

/** Renders lists inside the popup, so that choosing in one does not count as a click outside. */
const popupInForm = { getPopupContainer: (node: HTMLElement) => node.parentElement ?? document.body }

function Row({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="phone-form-row">
      <span className="phone-form-label">{label}</span>
      {children}
    </div>
  )
}
