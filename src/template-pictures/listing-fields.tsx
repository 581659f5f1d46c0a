import { Button, Checkbox, Input, InputNumber, Radio, Select } from '@arco-design/web-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { fileKind } from '../../contract/constants'
import { clamp } from '../../contract/ground/number'
import { messageOf } from '../../contract/ground/thrown'
import { listingLimits, textLimits } from '../../contract/rules/limits'
import type { MarkCorner } from '../../contract/rules/listing-layout'
import { poseNames, poses } from '../../contract/rules/look'
import type { ListingSettings } from '../../contract/types'
import { shopFontsQuery } from '../api/queries/fonts'
import { useApi, usePlatform } from '../api/services'
import { ColorField } from '../ui/color-field'
import { SwitchField } from '../ui/switch-field'
import { toastFailure } from '../ui/toast'
import { type ListingDraft, listingSizes, sizeNames } from './listing-draft'

interface ListingFieldsProps {
  readonly draft: ListingDraft
  readonly onChange: (draft: ListingDraft) => void
}

const within = (typed: number | undefined, { min, max }: { readonly min: number; readonly max: number }) =>
  clamp(Number(typed) || min, min, max)

const cornerNames: Readonly<Record<MarkCorner, string>> = {
  'top-left': '左上角',
  'top-right': '右上角',
  'bottom-left': '左下角',
  'bottom-right': '右下角',
}

/** How listing pictures look: sizes, poses, background, margins, the shop's mark and a line of text. */
export function ListingFields({ draft, onChange }: ListingFieldsProps) {
  const { settings } = draft
  const { background, margin, fitted, mark, text } = settings
  const set = (change: Partial<ListingSettings>) => onChange({ ...draft, settings: { ...settings, ...change } })
  const fonts = useQuery({ ...shopFontsQuery(useApi()), meta: { quiet: true } })
  const font = fonts.data?.find(({ enabled }) => enabled) ?? fonts.data?.[0]
  return (
    <>
      <Field label="尺寸">
        <Checkbox.Group
          value={[...draft.sizes]}
          options={listingSizes.map((value) => ({ value, label: sizeNames[value] }))}
          onChange={(sizes: ListingDraft['sizes']) => onChange({ ...draft, sizes })}
        />
      </Field>
      <Field label="姿势">
        <Checkbox.Group
          value={[...draft.poses]}
          options={poses.map((value) => ({ value, label: poseNames[value] }))}
          onChange={(chosen: ListingDraft['poses']) => onChange({ ...draft, poses: chosen })}
        />
      </Field>
      <Field label="背景">
        <Radio.Group
          type="button"
          size="small"
          value={background.kind}
          options={[
            { label: '浅灰影棚', value: 'studio' },
            { label: '自选颜色', value: 'color' },
            ...(background.kind === 'picture' ? [{ label: '自己的图片', value: 'picture' }] : []),
          ]}
          onChange={(kind: string) => {
            if (kind === 'studio') set({ background: { kind } })
            if (kind === 'color') set({ background: { kind, color: '#f6e7d8' } })
          }}
        />
        {background.kind === 'color' && (
          <ColorField
            label="背景颜色"
            value={background.color}
            onChange={(color) => set({ background: { kind: 'color', color } })}
          />
        )}
        <Upload label="上传背景图" onUploaded={(fileId) => set({ background: { kind: 'picture', fileId } })} />
      </Field>
      <Field label="留白">
        <InputNumber
          aria-label="上下留白"
          size="small"
          className="listing-number"
          {...listingLimits.margin}
          suffix="%"
          value={margin}
          onChange={(next) => set({ margin: within(next, listingLimits.margin) })}
        />
        <SwitchField checked={fitted} onChange={(on) => set({ fitted: on })}>
          按机型适配图层位置
        </SwitchField>
      </Field>
      <Field label="店标">
        {mark ? (
          <>
            <Select
              aria-label="店标的位置"
              size="small"
              value={mark.corner}
              options={Object.entries(cornerNames).map(([value, label]) => ({ value, label }))}
              onChange={(corner: MarkCorner) => set({ mark: { ...mark, corner } })}
            />
            <InputNumber
              aria-label="店标的宽度"
              size="small"
              className="listing-number"
              {...listingLimits.mark}
              suffix="%"
              value={mark.width}
              onChange={(next) => set({ mark: { ...mark, width: within(next, listingLimits.mark) } })}
            />
            <Button size="small" type="text" onClick={() => set({ mark: null })}>
              去掉店标
            </Button>
          </>
        ) : (
          <Upload label="上传店标" onUploaded={(fileId) => set({ mark: { fileId, corner: 'top-left', width: 18 } })} />
        )}
      </Field>
      <Field label="文字">
        <Input
          aria-label="文字"
          size="small"
          maxLength={textLimits.listingText}
          disabled={font === undefined}
          placeholder={font === undefined ? '先在「字体与颜色」上传一个字体' : '不填就没有文字'}
          value={text?.text ?? ''}
          onChange={(typed) => {
            if (font === undefined) return
            const base = text ?? { fontId: font.id, color: '#333333', place: 'bottom' as const }
            set({ text: typed === '' ? null : { ...base, text: typed } })
          }}
        />
        {text && (
          <>
            <Select
              aria-label="文字的字体"
              size="small"
              value={text.fontId}
              options={(fonts.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
              onChange={(fontId: number) => set({ text: { ...text, fontId } })}
            />
            <Radio.Group
              type="button"
              size="small"
              aria-label="文字的位置"
              value={text.place}
              options={[
                { label: '上方', value: 'top' },
                { label: '下方', value: 'bottom' },
              ]}
              onChange={(place: 'top' | 'bottom') => set({ text: { ...text, place } })}
            />
            <ColorField label="文字颜色" value={text.color} onChange={(color) => set({ text: { ...text, color } })} />
          </>
        )}
      </Field>
    </>
  )
}

export function Field({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a flex row in Chrome 92
    <div className="listing-field" role="group" aria-label={label}>
      <span className="listing-label">{label}</span>
      <div className="listing-control">{children}</div>
    </div>
  )
}

/** Uploads one picture. */
function Upload({ label, onUploaded }: { readonly label: string; readonly onUploaded: (fileId: number) => void }) {
  const platform = usePlatform()
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const upload = async (file: File) => {
    setBusy(true)
    try {
      onUploaded((await platform.uploadFile({ name: file.name, blob: file }, fileKind.designAsset)).fileId)
    } catch (error) {
      toastFailure(messageOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/png,image/jpeg,image/webp"
        onChange={(event) => {
          const [file] = event.target.files ?? []
          if (file) void upload(file)
          event.target.value = ''
        }}
      />
      <Button size="small" loading={busy} onClick={() => input.current?.click()}>
        {label}
      </Button>
    </>
  )
}
