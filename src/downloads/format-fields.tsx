import { Button, Radio, Select } from '@arco-design/web-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { Link } from 'wouter'
import { messageOf } from '../../contract/ground/thrown'
import { viewers } from '../../contract/permissions'
import { printProfilesQuery } from '../api/queries/print-profiles'
import { useApi } from '../api/services'
import { usePermissions } from '../api/use-permissions'
import { screens } from '../base/paths'
import type { PictureFormat } from './formats'
import { type InkProfile, readInkProfile, removeInkProfile, storeInkProfile } from './ink-profile'

interface FormatFieldsProps {
  readonly format: PictureFormat
  readonly onChange: (format: PictureFormat) => void
}

const tif: PictureFormat = { type: 'tif', colors: 'rgb', transparency: 'keep' }

/** Form fields for the pictures' file format, the factory's CMYK profile and the print profile. */
export function FormatFields({ format, onChange }: FormatFieldsProps) {
  const profiles = useQuery(printProfilesQuery(useApi())).data ?? []
  const mayOpen = usePermissions().may(viewers.printProfiles)
  const [first] = profiles
  const choose = (type: PictureFormat['type']) => {
    if (type === 'original') onChange({ type })
    else if (type === 'tif') onChange(tif)
    else if (first !== undefined) onChange({ type, id: first.id, name: first.name })
  }
  return (
    <section aria-label="图片格式">
      <h2>图片格式</h2>
      <Radio.Group name="download-format" value={format.type} onChange={choose}>
        <Radio value="original">原图</Radio>
        <Radio value="tif">TIF 印刷文件</Radio>
        <Radio value="profile" disabled={first === undefined && format.type !== 'profile'}>
          按打印配置（白墨、光油）
        </Radio>
      </Radio.Group>
      {format.type === 'profile' ? (
        <div className="download-tif">
          <p className="download-hint">
            按打印机要的通道、分辨率和颜色写文件。
            {mayOpen && <Link href={screens.printProfiles()}>管理打印配置</Link>}
          </p>
          <Select
            aria-label="打印配置"
            value={profiles.some(({ id }) => id === format.id) ? format.id : undefined}
            placeholder={`「${format.name}」已被删除，请换一个`}
            options={profiles.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(id: number) => onChange({ type: 'profile', id, name: profiles.find((one) => one.id === id)?.name ?? '' })}
          />
          {profiles.some(({ id, settings, icc }) => id === format.id && settings.colors === 'cmyk' && icc === null) && (
            <p className="download-problem" role="alert">
              这个打印配置还没有选择打印机的 ICC 颜色配置文件，不能用来下载。
            </p>
          )}
        </div>
      ) : (
        first === undefined &&
        mayOpen && (
          <p className="download-hint">
            打印机要白墨、光油通道？<Link href={screens.printProfiles()}>新建打印配置</Link>
          </p>
        )
      )}
      {format.type === 'tif' && (
        <div className="download-tif">
          <p className="download-hint">按手机壳的毫米尺寸写入 dpi，LZW 压缩，内嵌颜色配置文件。</p>
          <Radio.Group
            name="download-transparency"
            aria-label="透明部分"
            value={format.transparency}
            onChange={(transparency: 'white' | 'keep') => onChange({ ...format, transparency })}
          >
            <Radio value="keep">保留透明</Radio>
            <Radio value="white">铺白底</Radio>
          </Radio.Group>
          <Radio.Group
            name="download-colors"
            aria-label="颜色"
            value={format.colors}
            onChange={(colors: 'rgb' | 'cmyk') => onChange({ ...format, colors })}
          >
            <Radio value="rgb">RGB（sRGB）</Radio>
            <Radio value="cmyk">CMYK</Radio>
          </Radio.Group>
          {format.colors === 'cmyk' && <ProfileField />}
        </div>
      )}
    </section>
  )
}

function ProfileField() {
  const [profile, setProfile] = useState<InkProfile | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const label = useId()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    let isUnmounted = false
    void readInkProfile().then((stored) => {
      if (!isUnmounted) setProfile(stored)
    })
    return () => {
      isUnmounted = true
    }
  }, [])
  const choose = async (file: File | undefined) => {
    if (file === undefined) return
    setProblem(null)
    try {
      setProfile(await storeInkProfile(file))
    } catch (error) {
      setProblem(messageOf(error))
    }
  }
  return (
    <div className="download-profile">
      <span id={label}>{profile === null ? '工厂的 CMYK 颜色配置文件（icc、icm）' : `颜色配置文件：${profile.name}`}</span>
      <input
        ref={input}
        type="file"
        accept=".icc,.icm"
        hidden
        onChange={(event) => {
          void choose(event.target.files?.[0])
          event.target.value = ''
        }}
      />
      <Button size="small" aria-describedby={label} onClick={() => input.current?.click()}>
        {profile === null ? '选择文件' : '换一个'}
      </Button>
      {profile !== null && (
        <Button
          size="mini"
          type="text"
          onClick={() =>
            void removeInkProfile().then(
              () => setProfile(null),
              (error) => setProblem(String(error)),
            )
          }
        >
          移除
        </Button>
      )}
      {problem !== null && (
        <p className="download-problem" role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}
