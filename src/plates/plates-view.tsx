import { Alert, Button, Checkbox, Select, Spin } from '@arco-design/web-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { profileFor, type WhiteInk, whiteInkNote } from '../../contract/rules/print-profile'
import type { StoredPrintProfile } from '../../contract/types'
import { FailureText } from '../ui/failure-view'
import { useObjectUrl } from '../ui/use-object-url'
import { lookAtPlates, type PrintSource } from './look-at-plates'
import { PictureStage } from './picture-stage'

interface PlatesViewProps {
  readonly print: PrintSource
  readonly alt: string
  /** How white ink is printed on cases of the design's material. */
  readonly whiteInk: WhiteInk
  /** At least one. */
  readonly profiles: readonly StoredPrintProfile[]
  /** Whether a newer state of the picture is awaited. */
  readonly isStale?: boolean
  /** Controls that are shown before its own. */
  readonly children?: ReactNode
}

/** Settings of queries whose results are drawings: the last one stays until the next is there, and none outlives the view. */
const drawing = {
  placeholderData: <T,>(previous: T) => previous,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  retry: false,
  meta: { quiet: true },
} as const

const percent = (share: number | null | undefined): string => `${Math.round((share ?? 0) * 100)}%`

/** Where white ink and varnish of a design lie by a print profile, each ink on or off, in the colours of the screen or of the printer. */
export function PlatesView({ print, alt, whiteInk, profiles, isStale = false, children }: PlatesViewProps) {
  const [profileId, setProfileId] = useState(profiles[0]?.id)
  const profile = profiles.find(({ id }) => id === profileId) ?? profiles[0]
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const plates = (profile?.settings.plates ?? [])
    .map((plate, at) => ({ ...plate, at }))
    .filter(({ role }) => role !== 'transparency')
  const shown = {
    colors: !hidden.has(''),
    plates: plates.filter(({ name }) => !hidden.has(name)).map(({ at }) => at),
  }
  const canProof = profile?.settings.colors === 'cmyk' && profile.icc !== null
  const [isProof, setProof] = useState(false)
  const [isMarked, setMarked] = useState(false)
  const proof = canProof && isProof ? { isMarked } : null
  const picture = useQuery({ ...drawing, queryKey: ['print-picture', print.key], queryFn: ({ signal }) => print.read(signal) })
  const look = useQuery({
    ...drawing,
    queryKey: ['plates', print.key, profile?.id, profile?.updatedAt, whiteInk, shown, proof],
    queryFn: () => {
      if (profile === undefined || picture.data === undefined) throw new Error('there is nothing to look at')
      const settings = profileFor(profile.settings, whiteInk)
      return lookAtPlates(picture.data, print.widthMm, settings, profile.icc, shown, proof)
    },
    enabled: profile !== undefined && picture.data !== undefined && !picture.isPlaceholderData,
  })
  const address = useObjectUrl(look.data?.picture ?? null)
  const failed = [picture, look].find(({ isError }) => isError)
  const note = profile === undefined ? null : whiteInkNote(profile.settings, whiteInk)
  const isBusy = isStale || picture.isFetching || look.isFetching
  const tick = (name: string, label: string) => (
    <Checkbox
      key={name}
      checked={!hidden.has(name)}
      onChange={(isShown) => setHidden((old) => new Set(isShown ? [...old].filter((one) => one !== name) : [...old, name]))}
    >
      {label}
    </Checkbox>
  )
  const controls = (
    <>
      {children}
      {profiles.length > 1 && (
        <Select
          size="mini"
          aria-label="打印配置"
          value={profile?.id}
          options={profiles.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={setProfileId}
          className="picture-stage-profile"
        />
      )}
      {tick('', '颜色')}
      {canProof && (
        <Checkbox checked={isProof} onChange={setProof}>
          打印机颜色
        </Checkbox>
      )}
      {proof !== null && (
        <Checkbox checked={isMarked} onChange={setMarked}>
          标出印不出的颜色 {percent(look.data?.unprintable)}
        </Checkbox>
      )}
      {plates.map(({ name, at }) => tick(name, `${name} ${percent(look.data?.coverages[at])}`))}
      {note !== null && <span className="picture-stage-note">{note}</span>}
      {isBusy && address !== null && (
        <span className="picture-stage-note" role="status">
          <Spin size={12} /> 正在更新…
        </span>
      )}
    </>
  )
  if (failed !== undefined) {
    return (
      <div className="picture-stage">
        <div className="picture-stage-bar">{controls}</div>
        <Alert
          type="error"
          content={<FailureText error={failed.error} />}
          action={
            <Button size="mini" onClick={() => void failed.refetch()}>
              重试
            </Button>
          }
        />
      </div>
    )
  }
  if (address === null) {
    return (
      <div className="picture-stage">
        <div className="picture-stage-bar">{controls}</div>
        <Spin tip="正在分色…" />
      </div>
    )
  }
  return (
    <PictureStage url={address} alt={alt} frame={null}>
      {controls}
    </PictureStage>
  )
}
