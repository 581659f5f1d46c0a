import { phoneName } from '../../../contract/rules/case-names'
import './phone-form.css'
import { Button, Select, Tag } from '@arco-design/web-react'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { materialsQuery, phoneModelsQuery, skusQuery } from '../../api/queries/catalogue'
import { useApi } from '../../api/services'
import { NotFoundError } from '../../base/errors'
import { FailureText } from '../../ui/failure-view'
import { toastHint } from '../../ui/toast'
import { useOptionFilter } from '../../ui/use-option-filter'
import { colorFor, firstColorOf, materialChoices } from './choices'
import { forgetPhone, type RecentPhone, recentPhones, rememberPhone } from './recent-phones'
import type { Preview, PreviewPlace } from './use-preview'

/** Failures are shown in this form instead of a modal. */
const quiet = { quiet: true } as const

export const noWireframe = '当前机型没有线框图'

interface PhoneFormProps {
  readonly preview: Preview
  /** The present choice, which `preview` was made for. */
  readonly place: PreviewPlace
  /** The user whose recent phones are offered. */
  readonly username: string
  /** Fields side by side instead of one below the other. */
  readonly inline?: boolean
  readonly onChange: (place: PreviewPlace) => void
}

/** Recent phones, brand, model, material and colour. */
export function PhoneForm({ preview, place, username, inline = false, onChange }: PhoneFormProps) {
  const api = useApi()
  const queries = useQueryClient()
  const { phoneModelId: modelId, materialColorId: colorId } = place
  const [recent, setRecent] = useState(() => recentPhones(username))
  const { brands, brandId, models, choices, choice } = preview
  // After another brand is chosen and before its model is, material and colour would still be those of the previous model.
  const shown = models.some((model) => model.id === modelId) ? modelId : null

  const show = (phoneModelId: number, materialColorId: number | null) => onChange({ phoneModelId, materialColorId })
  const chooseModel = async (phone: RecentPhone) => {
    const skus = await queries.fetchQuery({ ...skusQuery(api, [phone.modelId]), meta: quiet })
    const materials = await queries.fetchQuery({ ...materialsQuery(api), meta: quiet })
    preview.chooseBrand(phone.brandId)
    show(phone.modelId, colorFor(materialChoices(materials, skus), colorId))
    setRecent(rememberPhone(username, phone))
  }
  const pick = async (phone: RecentPhone) => {
    try {
      const known = await queries.fetchQuery({ ...phoneModelsQuery(api, phone.brandId), staleTime: 0, meta: quiet })
      if (known.some((model) => model.id === phone.modelId)) return await chooseModel(phone)
    } catch (error) {
      // Only a deleted brand makes the choice invalid; one that failed to load may load in a moment.
      if (!(error instanceof NotFoundError)) return toastHint('机型没有读取成功，请检查网络后重试')
    }
    setRecent(forgetPhone(username, phone.modelId))
    toastHint('当前数据过期，请手动选择')
  }
  const selectModel = (id: number) => {
    const model = models.find((one) => one.id === id)
    const brand = brands.find((one) => one.id === brandId)
    if (!model || !brand) return
    const phone = { brandId: brand.id, brandName: brand.name, modelId: model.id, modelName: model.name }
    chooseModel(phone).catch(() => toastHint('机型的材质没有读取成功，请检查网络后重试'))
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
          {recent.map((phone) => (
            <Button
              key={phone.modelId}
              size="mini"
              type={phone.modelId === modelId ? 'primary' : 'secondary'}
              onClick={() => void pick(phone)}
            >
              {phoneName(phone.brandName, phone.modelName)}
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
          triggerProps={inPlace}
        />
      </Row>
      <Row label="机型">
        <Select
          aria-label="机型"
          placeholder="选择机型"
          showSearch
          filterOption={filterOption}
          disabled={brandId === null}
          value={shown ?? undefined}
          onChange={selectModel}
          options={models.map((model) => ({ label: model.name, value: model.id }))}
          triggerProps={inPlace}
        />
      </Row>
      <Row label="材质">
        <Select
          aria-label="材质"
          placeholder="选择材质"
          disabled={shown === null}
          value={shown === null ? undefined : choice?.material.id}
          onChange={(id: number) => {
            const next = firstColorOf(choices.find((one) => one.material.id === id))
            if (shown !== null && next !== null) show(shown, next)
          }}
          options={choices.map(({ material, available }) => ({ label: material.name, value: material.id, disabled: !available }))}
          triggerProps={inPlace}
        />
      </Row>
      <Row label="颜色">
        <Select
          aria-label="颜色"
          placeholder="选择颜色"
          disabled={shown === null || !choice}
          value={shown === null ? undefined : preview.color?.id}
          onChange={(id: number) => shown !== null && show(shown, id)}
          options={(choice?.colors ?? []).map(({ color, available }) => ({
            label: color.name,
            value: color.id,
            disabled: !available,
          }))}
          triggerProps={inPlace}
        />
      </Row>
      {preview.lacksWireframe && <Tag color="orangered">{noWireframe}</Tag>}
    </div>
  )
}

/** Renders lists inside the popup, so that choosing in one does not count as a click outside. */
const inPlace = { getPopupContainer: (node: HTMLElement) => node.parentElement ?? document.body }

function Row({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="phone-form-row">
      <span className="phone-form-label">{label}</span>
      {children}
    </div>
  )
}
