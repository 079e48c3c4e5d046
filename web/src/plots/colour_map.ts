// The colour map of the program's own pictures (src/report/colour_map.cpp): lightness, chroma and hue of Oklab change evenly.

export type Colour = [number, number, number]; // red, green, blue from 0 to 255

function encoded(linear: number): number {
  const c = Math.min(Math.max(linear, 0), 1);
  return 255 * (c <= 0.0031308 ? 12.92 * c : 1.055 * c ** (1 / 2.4) - 0.055);
}

function ofOklab(L: number, chroma: number, hue: number): Colour {
  const a = chroma * Math.cos(hue);
  const b = chroma * Math.sin(hue);
  const l = (L + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (L - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (L - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    encoded(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    encoded(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    encoded(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

// s from 0 to 1.
export function sequential(s: number): Colour {
  const part = Math.min(Math.max(s, 0), 1);
  return ofOklab(0.25 + 0.67 * part, 0.09 + 0.07 * part, ((310 - 205 * part) * Math.PI) / 180);
}

// A colour per orbit or curve: the golden angle keeps neighbours apart, and all are equally light.
export function categorical(k: number, dark: boolean): Colour {
  const hue = 250 + 137.508 * k;
  return ofOklab(dark ? 0.76 : 0.55, 0.13, (hue * Math.PI) / 180);
}

export function css(colour: Colour, alpha = 1): string {
  const [r, g, b] = colour.map(Math.round);
  return alpha === 1 ? `rgb(${r} ${g} ${b})` : `rgb(${r} ${g} ${b} / ${alpha})`;
}
