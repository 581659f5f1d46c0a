/** Phones of brands that are sold mostly outside of China. Sizes in mm; what is guessed of them is in types.ts. */
import { bar, circle, columns, pill, quad } from '../cameras'
import { hot, libraryBrand, phone } from '../types'

const galaxyPill = (height: number) => pill(5, 5, 18, height, 3)

export const samsung = libraryBrand(
  '三星',
  ['Samsung', 'Galaxy'],
  [
    phone('Galaxy S25 FE', '2025-09', [76.6, 161.3, 7.4], 11, galaxyPill(52)),
    phone('Galaxy S25 Edge', '2025-05', [75.6, 158.2, 5.8], 11, pill(5.5, 5.5, 19, 36, 2)),
    phone('Galaxy A56', '2025-03', [77.5, 162.2, 7.4], 10.5, pill(5.5, 5.5, 17, 48, 3)),
    phone('Galaxy A36', '2025-03', [78.2, 162.9, 7.4], 10.5, pill(5.5, 5.5, 17, 48, 3)),
    phone('Galaxy S25 Ultra', '2025-01', [77.6, 162.8, 8.2], 9, columns(5, 5, 35, 56), hot),
    phone('Galaxy S25+', '2025-01', [75.8, 158.4, 7.3], 11, galaxyPill(52)),
    phone('Galaxy S25', '2025-01', [70.5, 146.9, 7.2], 11, galaxyPill(48), hot),
    phone('Galaxy S24 FE', '2024-09', [77.3, 162, 8], 11, galaxyPill(52)),
    phone('Galaxy A55', '2024-03', [77.4, 161.1, 8.2], 10.5, galaxyPill(54)),
    phone('Galaxy A35', '2024-03', [78, 161.7, 8.2], 10.5, galaxyPill(54)),
    phone('Galaxy S24 Ultra', '2024-01', [79, 162.3, 8.6], 4, columns(5, 5, 35, 56), hot),
    phone('Galaxy S24+', '2024-01', [75.9, 158.5, 7.7], 11, galaxyPill(52)),
    phone('Galaxy S24', '2024-01', [70.6, 147, 7.6], 11, galaxyPill(48), hot),
    phone('Galaxy S23 FE', '2023-10', [76.5, 158, 8.2], 10.5, galaxyPill(52)),
    phone('Galaxy A54', '2023-03', [76.7, 158.2, 8.2], 10.5, galaxyPill(52)),
    phone('Galaxy A34', '2023-03', [78.1, 161.3, 8.2], 10.5, galaxyPill(54)),
    phone('Galaxy S23 Ultra', '2023-02', [78.1, 163.4, 8.9], 4, columns(5, 5, 35, 56), hot),
    phone('Galaxy S23+', '2023-02', [76.2, 157.8, 7.6], 10.5, galaxyPill(52)),
    phone('Galaxy S23', '2023-02', [70.9, 146.3, 7.6], 10.5, galaxyPill(48)),
    phone('Galaxy S22 Ultra', '2022-02', [77.9, 163.3, 8.9], 4, columns(5, 5, 35, 56)),
    phone('Galaxy S22+', '2022-02', [75.8, 157.4, 7.6], 10.5, columns(3, 3, 24, 46)),
    phone('Galaxy S22', '2022-02', [70.6, 146, 7.6], 10.5, columns(3, 3, 24, 46)),
    phone('Galaxy S21 Ultra', '2021-01', [75.6, 165.1, 8.9], 10.5, columns(3, 3, 36, 46)),
    phone('Galaxy S21+', '2021-01', [75.6, 161.5, 7.8], 10.5, columns(3, 3, 24, 46)),
    phone('Galaxy S21', '2021-01', [71.2, 151.7, 7.9], 10.5, columns(3, 3, 24, 46)),
  ],
)

/** The band of a Pixel reaches over the whole back; a case leaves it open between its own side walls. */
const band = (width: number, y: number, height: number) => bar(4, y, width - 8, height, 5)
const island = (width: number, y: number) => bar(5.5, y, width - 11, 21, 10.5)

export const google = libraryBrand(
  '谷歌',
  ['Google', 'Pixel'],
  [
    phone('Pixel 10 Pro XL', '2025-08', [76.6, 162.8, 8.5], 12, island(76.6, 18), hot),
    phone('Pixel 10 Pro', '2025-08', [72, 152.8, 8.6], 12, island(72, 16.5)),
    phone('Pixel 10', '2025-08', [72, 152.8, 8.6], 12, island(72, 16.5), hot),
    phone('Pixel 9a', '2025-03', [73.3, 154.7, 8.9], 12, pill(7, 16, 14, 26, 2)),
    phone('Pixel 9 Pro XL', '2024-08', [76.6, 162.8, 8.5], 12, island(76.6, 18)),
    phone('Pixel 9 Pro', '2024-08', [72, 152.8, 8.5], 12, island(72, 16.5)),
    phone('Pixel 9', '2024-08', [72, 152.8, 8.5], 12, island(72, 16.5), hot),
    phone('Pixel 8a', '2024-05', [72.7, 152.1, 8.9], 12, band(72.7, 20, 17)),
    phone('Pixel 8 Pro', '2023-10', [76.5, 162.6, 8.8], 11, band(76.5, 22, 20)),
    phone('Pixel 8', '2023-10', [70.8, 150.5, 8.9], 12, band(70.8, 20, 18)),
    phone('Pixel 7a', '2023-05', [72.9, 152, 9], 11, band(72.9, 20, 17)),
    phone('Pixel 7 Pro', '2022-10', [76.6, 162.9, 8.9], 10, band(76.6, 22, 20)),
    phone('Pixel 7', '2022-10', [73.2, 155.6, 8.7], 11, band(73.2, 21, 18)),
    phone('Pixel 6 Pro', '2021-10', [75.9, 163.9, 8.9], 9, band(75.9, 22, 22)),
    phone('Pixel 6', '2021-10', [74.8, 158.6, 8.9], 9.5, band(74.8, 21, 21)),
  ],
)

export const nothing = libraryBrand(
  'Nothing',
  [],
  [
    phone('Nothing Phone (3)', '2025-07', [75.6, 160.6, 9], 11, quad(4.5, 4.5, 34)),
    phone('Nothing Phone (3a) Pro', '2025-03', [77.5, 163.5, 8.4], 11, circle(38.75, 27, 20)),
    phone('Nothing Phone (3a)', '2025-03', [77.5, 163.5, 8.4], 11, bar(16, 17, 45, 18, 9), hot),
    phone('Nothing Phone (2a)', '2024-03', [76.3, 161.7, 8.6], 11, bar(19, 19, 38, 18, 9)),
    phone('Nothing Phone (2)', '2023-07', [76.4, 162.1, 8.6], 11, pill(6, 6, 17, 38, 2)),
    phone('Nothing Phone (1)', '2022-07', [75.8, 159.2, 8.3], 11, pill(6, 6, 17, 38, 2)),
  ],
)

export const motorola = libraryBrand(
  '摩托罗拉',
  ['Motorola', 'moto'],
  [
    phone('moto edge 60 Pro', '2025-04', [73.1, 160.7, 8.2], 10.5, quad(5, 5, 34)),
    phone('moto edge 50 Ultra', '2024-04', [72.4, 161.1, 8.6], 10, quad(5, 5, 36)),
    phone('moto edge 50 Pro', '2024-04', [72.4, 161.2, 8.2], 10, quad(5, 5, 33)),
    phone('moto edge 40', '2023-05', [72, 158.4, 7.6], 9.5, quad(5, 5, 29)),
    phone('moto edge 40 Pro', '2023-04', [74, 161.2, 8.6], 9.5, columns(5, 5, 28, 36)),
  ],
)
