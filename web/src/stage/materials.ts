// Materials: calm colours, and a pattern in the body's own axes that makes turning visible.
import { Color, DoubleSide, MeshStandardMaterial, ShaderMaterial, type Side, FrontSide } from "three";

/** octants: by the signs of x, y, z. sectors: by the angle about axis 3. */
export type Pattern = "plain" | "octants" | "sectors4" | "sectors8" | "sectors16";

const functions: Record<Pattern, string> = {
  plain: "",
  octants: "p.x*p.y*p.z",
  sectors4: "p.x*p.y",
  sectors8: "sin(4.0*atan(p.y, p.x))",
  sectors16: "sin(8.0*atan(p.y, p.x))",
};

export function solid(colour: string, pattern: Pattern, options: { side?: Side; opacity?: number; strength?: number } = {}): MeshStandardMaterial {
  const opacity = options.opacity ?? 1;
  const material = new MeshStandardMaterial({
    color: new Color(colour), roughness: 0.5, metalness: 0.0, side: options.side ?? FrontSide,
    transparent: opacity < 1, opacity, depthWrite: opacity >= 1,
  });
  if (pattern === "plain") return material;
  const strength = (options.strength ?? 0.42).toFixed(3);
  material.onBeforeCompile = (shader) => {
    shader.vertexShader = shader.vertexShader
      .replace("#include <common>", "#include <common>\nvarying vec3 vOwn;")
      .replace("#include <begin_vertex>", "#include <begin_vertex>\nvOwn = position;");
    shader.fragmentShader = shader.fragmentShader
      .replace("#include <common>", "#include <common>\nvarying vec3 vOwn;")
      .replace(
        "#include <color_fragment>",
        `#include <color_fragment>
        {
          vec3 p = vOwn;
          float f = ${functions[pattern]};
          float w = max(fwidth(f), 1e-9);
          float light = clamp(0.5 + f / (1.5 * w), 0.0, 1.0);
          diffuseColor.rgb = mix(diffuseColor.rgb, mix(diffuseColor.rgb, vec3(1.0), ${strength}), light);
        }`,
      );
  };
  material.customProgramCacheKey = () => `pattern ${pattern} ${strength}`;
  return material;
}

/** Lines of a grid in a plane's own axes, fading towards `reach`. Shadows are another mesh. */
export function gridMaterial(line: string, step: number, reach: number, strength: number): ShaderMaterial {
  return new ShaderMaterial({
    uniforms: {
      line: { value: new Color(line) }, step: { value: step }, reach: { value: reach }, strength: { value: strength },
    },
    vertexShader: `
      varying vec3 own;
      void main() { own = position; gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0); }`,
    fragmentShader: `
      varying vec3 own;
      uniform vec3 line;
      uniform float step, reach, strength;
      float lines(float every, float width) {
        vec2 g = own.xy / every;
        vec2 w = max(fwidth(g), 1e-6);
        vec2 d = abs(fract(g - 0.5) - 0.5);
        vec2 cover = (1.0 - smoothstep(w * (width - 0.5), w * (width + 0.5), d)) * (1.0 - smoothstep(0.15, 0.45, w));
        return max(cover.x, cover.y);
      }
      void main() {
        float alpha = max(0.4 * lines(step, 0.5), 0.9 * lines(5.0 * step, 0.5));
        float fade = 1.0 - smoothstep(0.25 * reach, reach, length(own.xy));
        gl_FragColor = vec4(line, alpha * fade * strength);
        #include <colorspace_fragment>
      }`,
    transparent: true,
    depthWrite: false,
    side: DoubleSide,
  });
}
