// Units as they are printed.

const raised: Record<string, string> = { "0": "⁰", "1": "¹", "2": "²", "3": "³", "4": "⁴", "5": "⁵", "6": "⁶", "7": "⁷", "8": "⁸", "9": "⁹", "-": "⁻" };

/** Whether any of these has a unit with a dimension; without one, lengths are plain numbers. */
export function haveUnits(things: { unit: string }[]): boolean {
  return things.some(({ unit }) => unit !== "" && unit !== "1" && unit !== "s" && unit !== "rad" && unit !== "deg");
}

/** "kg m^2/s^2" as "kg m²/s²"; a force is in newtons; roots keep their form. */
export function printedUnit(unit: string): string {
  if (unit === "kg m/s^2") return "N";
  return unit.replace(/\^(-?\d+)/g, (_, power: string) => [...power].map((c) => raised[c]).join(""));
}
