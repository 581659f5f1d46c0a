import { Alert, Checkbox, Select, Spin } from '@arco-design/web-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { StoredPrintProfile } from '../../../../contract/types'
import { lookAtPlates } from '../../../downloads/look-at-plates'
import { FailureText } from '../../../ui/failure-view'
import { useObjectUrl } from '../../../ui/use-object-url'
import { PictureStage } from './picture-stage'

interface PlatesViewProps {
  readonly url: string
  readonly widthMm: number | null
  readonly alt: string
  readonly profiles: readonly StoredPrintProfile[]
  /** Controls that are shown before its own. */
  readonly children: ReactNode
}

/** Where white ink and varnish of a design lie by a print profile, each ink on or off. */
export function PlatesView({ url, widthMm, alt, profiles, children }: PlatesViewProps) {
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
  const look = useQuery({
    queryKey: ['plates', url, profile?.id, profile?.updatedAt, shown, proof],
    queryFn: ({ signal }) => {
      if (profile === undefined) throw new Error('there is no print profile')
      return lookAtPlates({ url, widthMm }, profile, shown, proof, signal)
    },
    enabled: profile !== undefined,
    placeholderData: (previous) => previous,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    meta: { quiet: true },
  })
  const address = useObjectUrl(look.data?.picture ?? null)
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
          className="order-stage-profile"
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
          标出印不出的颜色 {Math.round((look.data?.unprintable ?? 0) * 100)}%
        </Checkbox>
      )}
      {plates.map(({ name, at }) => tick(name, `${name} ${Math.round((look.data?.coverages[at] ?? 0) * 100)}%`))}
    </>
  )
  if (look.isError) {
    return (
      <div className="order-stage">
        <div className="order-stage-bar">{controls}</div>
        <Alert type="error" content={<FailureText error={look.error} />} />
      </div>
    )
  }
  if (address === null) {
    return (
      <div className="order-stage">
        <div className="order-stage-bar">{controls}</div>
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
