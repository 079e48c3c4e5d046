#!/usr/bin/env python3
"""anholon-coq: writes the claims of a certificate (docs/certificates.md) as theorems for Coq 8.16.

    anholon-coq FILE.json [-o FILE.v] [--check] [--limit OPERATIONS] [--seconds N]

The file written defines the model and derives its law of motion within Coq, by a derivative that is proved to be one.
Then come the claims with their proofs, which this program finds by solving the law for the rates in floating point and
with polynomials. Nothing depends on its being right: a wrong proof is refused by Coq. With --check it runs coqc and
keeps the theorems that Coq has proved.

Exit code: 0 all claims written (with --check: proved); 1 some not proved by Coq; 2 unreadable; 3 some left out.

The parts, in the order of the file:

  1 the prelude, in Coq      2 programs, in Python     3 their text for Coq      4 systems and laws
  5 the search for proofs    6 the file                7 running Coq
"""

import argparse
import hashlib
import json
import math
import os
import random
import re
import resource
import subprocess
import sys
import tempfile
import textwrap
from fractions import Fraction

HEADER = """(* Claims of a certificate of Anholon (docs/certificates.md), as theorems about real functions.

{claims}

What Coq has proved, where it accepts this file: the theorems as they stand. They speak of real curves c that satisfy
`motion` on an interval: the time derivatives of the momenta are those of the law, the constraints hold, and variables
change at their rates. Momenta, law and determinants are made in Coq from the definitions L, f_..., Q_... below, by the
function d; d_correct proves that it is the derivative. Nothing is assumed about it.

What remains to be read: the definitions of `value`, `defined`, `motion` and `law`; that the definitions of the system
are the nodes of the certificate, and these the model's text; and each claim's `regular_...`, which names the states it
speaks of. Of a form Coq proves that motions satisfy it, not that it determines the rates. An integral is constant on
intervals on which the motion is regular throughout. *)
"""

RESERVED = """s v E S Q R D H T M I F as at cofix else end exists exists2 fix for forall fun if in let match return then where with
Prop Set Type SProp by using of only Axiom block solved regularity law con PI nil True and or"""

# ------------------------------------------------------------------------------------ 1 the prelude, in Coq

PRELUDE = r'''
From Coq Require Import Reals ZArith List Lra Lia Nsatz.
Import ListNotations.
Open Scope R_scope.

(* Programs, their values, and where these are defined. *)
Inductive expr :=
| Num (n : Z) (d : positive) | Var (v : nat) | Pi
| Add (a b : expr) | Sub (a b : expr) | Mul (a b : expr) | Div (a b : expr) | Neg (a : expr) | Pow (a : expr) (n : nat)
| Sqrt (a : expr) | Exp (a : expr) | Sin (a : expr) | Cos (a : expr) | Atan (a : expr) | Log (a : expr)
| Abs (a : expr) | Sign (a : expr) | If (g a b : expr).

Definition sgn u := if Rlt_dec 0 u then 1 else if Rlt_dec u 0 then -1 else 0.
Definition branch (g a b : R) := if Rlt_dec 0 g then a else b.

Fixpoint value (s : nat -> R) (e : expr) : R :=
  match e with
  | Num n 1 => IZR n | Num n d => IZR n / IZR (Zpos d) | Var v => s v | Pi => PI
  | Add a b => value s a + value s b | Sub a b => value s a - value s b
  | Mul a b => value s a * value s b | Div a b => value s a / value s b
  | Neg a => - value s a | Pow a n => value s a ^ n
  | Sqrt a => sqrt (value s a) | Exp a => exp (value s a) | Sin a => sin (value s a) | Cos a => cos (value s a)
  | Atan a => atan (value s a) | Log a => ln (value s a)
  | Abs a => Rabs (value s a) | Sign a => sgn (value s a) | If g a b => branch (value s g) (value s a) (value s b)
  end.

Fixpoint defined (s : nat -> R) (e : expr) : Prop :=
  match e with
  | Num _ _ | Var _ | Pi => True
  | Add a b | Sub a b | Mul a b => defined s a /\ defined s b
  | Div a b => defined s a /\ defined s b /\ value s b <> 0
  | Neg a | Pow a _ | Exp a | Sin a | Cos a | Atan a => defined s a
  | Sqrt a | Log a => defined s a /\ value s a > 0
  | Abs a | Sign a => defined s a /\ value s a <> 0
  | If g a b => defined s g /\ value s g <> 0 /\ (value s g > 0 -> defined s a) /\ (value s g < 0 -> defined s b)
  end.

(* Only variables below n occur. *)
Fixpoint below (n : nat) (e : expr) : bool :=
  match e with
  | Num _ _ | Pi => true
  | Var v => Nat.ltb v n
  | Add a b | Sub a b | Mul a b | Div a b => below n a && below n b
  | Neg a | Pow a _ | Sqrt a | Exp a | Sin a | Cos a | Atan a | Log a | Abs a | Sign a => below n a
  | If g a b => below n g && below n a && below n b
  end.

(* The derivative, if r v is the rate of the variable v. *)
Definition zero := Num 0 1.
Definition one := Num 1 1.
Definition is (k : Z) (e : expr) := match e with Num n 1 => Z.eqb n k | _ => false end.
Definition add a b := if is 0 a then b else if is 0 b then a else Add a b.
Definition mul a b := if is 0 a then zero else if is 0 b then zero else if is 1 a then b else if is 1 b then a else Mul a b.
Definition power a n := match n with O => one | S O => a | _ => Pow a n end.

Fixpoint d (r : nat -> expr) (e : expr) : expr :=
  match e with
  | Num _ _ | Pi | Sign _ => zero
  | Var v => r v
  | Add a b => add (d r a) (d r b)
  | Sub a b => add (d r a) (mul (Num (-1) 1) (d r b))
  | Mul a b => add (mul (d r a) b) (mul a (d r b))
  | Div a b => add (mul (d r a) (Div one b)) (mul (d r b) (Neg (Div a (Pow b 2))))
  | Neg a => mul (Num (-1) 1) (d r a)
  | Pow a n => mul (d r a) (mul (Num (Z.of_nat n) 1) (power a (pred n)))
  | Sqrt a => mul (d r a) (Div one (Mul (Num 2 1) (Sqrt a)))
  | Exp a => mul (d r a) (Exp a)
  | Sin a => mul (d r a) (Cos a)
  | Cos a => mul (d r a) (Neg (Sin a))
  | Atan a => mul (d r a) (Div one (Add one (Pow a 2)))
  | Log a => mul (d r a) (Div one a)
  | Abs a => mul (d r a) (Sign a)
  | If g a b => if (is 0 (d r a) && is 0 (d r b))%bool then zero else If g (d r a) (d r b)
  end.

Lemma value_num s n p : value s (Num n p) = IZR n / IZR (Zpos p).
Proof. destruct p; cbn; trivial; field. Qed.

Lemma value_is s k e : is k e = true -> value s e = IZR k.
Proof. destruct e as [n [| |] | | | | | | | | | | | | | | | | |]; try discriminate. intro H; apply Z.eqb_eq in H; now subst. Qed.

Lemma value_add s a b : value s (add a b) = value s a + value s b.
Proof.
  unfold add; destruct (is 0 a) eqn:A; [rewrite (value_is _ _ _ A); ring |].
  destruct (is 0 b) eqn:B; [rewrite (value_is _ _ _ B); ring | reflexivity].
Qed.

Lemma value_mul s a b : value s (mul a b) = value s a * value s b.
Proof.
  unfold mul; destruct (is 0 a) eqn:A; [rewrite (value_is _ _ _ A); cbn; ring |].
  destruct (is 0 b) eqn:B; [rewrite (value_is _ _ _ B); cbn; ring |].
  destruct (is 1 a) eqn:C; [rewrite (value_is _ _ _ C); ring |].
  destruct (is 1 b) eqn:D; [rewrite (value_is _ _ _ D); ring | reflexivity].
Qed.

Lemma value_power s a n : value s (power a n) = value s a ^ n.
Proof. destruct n as [| [| n]]; cbn; ring. Qed.

(* d is the derivative. *)
Lemma to f g t l m : derivable_pt_lim f t l -> (exists h : posreal, forall u, Rabs (u - t) < h -> f u = g u) -> l = m -> derivable_pt_lim g t m.
Proof.
  intros H [h E] <- eps Heps. destruct (H eps Heps) as [delta Hd].
  assert (Hm : 0 < Rmin h delta) by (apply Rmin_pos; [apply cond_pos | apply cond_pos]).
  exists (mkposreal _ Hm). intros k Hk Hlt; cbn in Hlt.
  rewrite <- !E; [apply Hd; [assumption | eapply Rlt_le_trans; [exact Hlt | apply Rmin_r]] | |].
  - rewrite Rminus_eq_0, Rabs_R0; apply cond_pos.
  - replace (t + k - t) with k by ring. eapply Rlt_le_trans; [exact Hlt | apply Rmin_l].
Qed.

Lemma everywhere (f g : R -> R) t : (forall u, f u = g u) -> exists h : posreal, forall u, Rabs (u - t) < h -> f u = g u.
Proof. intro H; exists (mkposreal 1 Rlt_0_1); intros; apply H. Qed.

Lemma chain f g t l m : derivable_pt_lim f t l -> derivable_pt_lim g (f t) m -> derivable_pt_lim (fun u => g (f u)) t (l * m).
Proof. intros F G; eapply to; [exact (derivable_pt_lim_comp _ _ _ _ _ F G) | apply everywhere; reflexivity | ring]. Qed.

Lemma continuous_near f t l : derivable_pt_lim f t l -> f t <> 0 ->
  exists h : posreal, forall u, Rabs (u - t) < h -> f t > 0 /\ f u > 0 \/ f t < 0 /\ f u < 0.
Proof.
  intros H N. assert (C : continuity_pt f t) by (apply derivable_continuous_pt; exists l; exact H).
  destruct (C (Rabs (f t)) (Rabs_pos_lt _ N)) as [h [Hh Hc]]. exists (mkposreal h Hh). intros u Hu. cbn in Hu.
  destruct (Req_dec u t) as [-> | Hne]; [destruct (Rdichotomy _ _ N); lra |].
  assert (B : Rabs (f u - f t) < Rabs (f t)) by (apply Hc; split; [split; [exact I | auto] | exact Hu]).
  destruct (Rdichotomy _ _ N) as [L | G].
  - right; split; [exact L |]. rewrite (Rabs_left _ L) in B. apply Rabs_def2 in B; lra.
  - left; split; [exact G |]. rewrite (Rabs_right (f t)) in B by lra. apply Rabs_def2 in B; lra.
Qed.

Lemma derivable_pt_lim_inv f t l : derivable_pt_lim f t l -> f t <> 0 -> derivable_pt_lim (fun u => / f u) t (- l / (f t * f t)).
Proof.
  intros H N. eapply to; [exact (derivable_pt_lim_div (fct_cte 1) f t 0 l (derivable_pt_lim_const 1 t) H N) | |].
  - apply everywhere; intro u; unfold div_fct, fct_cte, Rdiv; ring.
  - unfold fct_cte, Rsqr; field; exact N.
Qed.

Theorem d_correct n r c t : (forall v, (v < n)%nat -> derivable_pt_lim (fun u => c u v) t (value (c t) (r v))) ->
  forall e, below n e = true -> defined (c t) e -> derivable_pt_lim (fun u => value (c u) e) t (value (c t) (d r e)).
Proof.
  intros V. induction e; cbn [below defined]; intros B D;
    repeat match goal with H : (_ && _)%bool = true |- _ => apply andb_prop in H; destruct H end;
    repeat match goal with H : _ /\ _ |- _ => destruct H end;
    repeat match goal with H : below _ _ = true -> _, B : below _ _ = true |- _ => specialize (H B) end;
    repeat match goal with H : defined _ _ -> _, D : defined _ _ |- _ => specialize (H D) end;
    cbn [d]; rewrite ?value_add, ?value_mul; unfold zero, one.
  - eapply to; [exact (derivable_pt_lim_const (value (c t) (Num n0 d0)) t) | apply everywhere; intro; now rewrite !value_num | reflexivity].
  - apply V. now apply Nat.ltb_lt.
  - apply derivable_pt_lim_const.
  - exact (derivable_pt_lim_plus _ _ _ _ _ IHe1 IHe2).
  - eapply to; [exact (derivable_pt_lim_minus _ _ _ _ _ IHe1 IHe2) | apply everywhere; reflexivity | cbn; ring].
  - eapply to; [exact (derivable_pt_lim_mult _ _ _ _ _ IHe1 IHe2) | apply everywhere; reflexivity | cbn; ring].
  - eapply to; [exact (derivable_pt_lim_mult _ _ _ _ _ IHe1 (derivable_pt_lim_inv _ _ _ IHe2 ltac:(eassumption))) | apply everywhere; reflexivity |].
    cbn; field; assumption.
  - eapply to; [exact (derivable_pt_lim_opp _ _ _ IHe) | apply everywhere; reflexivity | cbn; ring].
  - eapply to; [exact (chain _ _ _ _ _ IHe (derivable_pt_lim_pow _ n0)) | apply everywhere; reflexivity |].
    cbn [value]; rewrite value_power, <- INR_IZR_INZ; ring.
  - eapply to; [exact (chain _ _ _ _ _ IHe (derivable_pt_lim_sqrt _ ltac:(eassumption))) | apply everywhere; reflexivity | cbn; unfold Rdiv; ring].
  - exact (chain _ _ _ _ _ IHe (derivable_pt_lim_exp _)).
  - exact (chain _ _ _ _ _ IHe (derivable_pt_lim_sin _)).
  - exact (chain _ _ _ _ _ IHe (derivable_pt_lim_cos _)).
  - eapply to; [exact (chain _ _ _ _ _ IHe (derivable_pt_lim_atan _)) | apply everywhere; reflexivity | cbn; unfold Rdiv, Rsqr; f_equal; rewrite Rmult_1_l; f_equal; ring].
  - eapply to; [exact (chain _ _ _ _ _ IHe (derivable_pt_lim_ln _ ltac:(eassumption))) | apply everywhere; reflexivity | cbn; unfold Rdiv; ring].
  - match goal with H : value _ _ <> 0 |- _ => rename H into N end. destruct (continuous_near _ _ _ IHe N) as [h Hh]; destruct (Rdichotomy _ _ N) as [L | G].
    + eapply to; [exact (derivable_pt_lim_opp _ _ _ IHe) | |].
      * exists h; intros u Hu; destruct (Hh u Hu) as [[? ?] | [? K]]; [lra |]. cbn; unfold opp_fct; now rewrite (Rabs_left _ K).
      * cbn; unfold sgn; repeat destruct Rlt_dec; lra.
    + eapply to; [exact IHe | |].
      * exists h; intros u Hu; destruct (Hh u Hu) as [[? K] | [? ?]]; [| lra]. cbn; now rewrite (Rabs_right _ (Rle_ge _ _ (Rlt_le _ _ K))).
      * cbn; unfold sgn; destruct Rlt_dec; lra.
  - match goal with H : value _ _ <> 0 |- _ => rename H into N end. destruct (continuous_near _ _ _ IHe N) as [h Hh].
    eapply to; [exact (derivable_pt_lim_const (sgn (value (c t) e)) t) | | reflexivity].
    exists h; intros u Hu; unfold fct_cte, sgn; cbn; unfold sgn; destruct (Hh u Hu) as [[? ?] | [? ?]]; repeat destruct Rlt_dec; lra.
  - match goal with H : value _ _ <> 0 |- _ => rename H into N end. destruct (continuous_near _ _ _ IHe1 N) as [h Hh].
    assert (Z : value (c t) (if (is 0 (d r e2) && is 0 (d r e3))%bool then Num 0 1 else If e1 (d r e2) (d r e3))
      = branch (value (c t) e1) (value (c t) (d r e2)) (value (c t) (d r e3))).
    { destruct (is 0 (d r e2) && is 0 (d r e3))%bool eqn:K; [| reflexivity].
      apply andb_prop in K; destruct K as [K2 K3]. rewrite (value_is _ _ _ K2), (value_is _ _ _ K3).
      unfold branch; destruct Rlt_dec; reflexivity. }
    rewrite Z; clear Z. destruct (Rdichotomy _ _ N) as [L | G].
    + eapply to; [exact (IHe3 ltac:(tauto)) | |].
      * exists h; intros u Hu; destruct (Hh u Hu) as [[? ?] | [? K]]; [lra |]. cbn; unfold branch; destruct Rlt_dec; lra.
      * unfold branch; destruct Rlt_dec; lra.
    + eapply to; [exact (IHe2 ltac:(tauto)) | |].
      * exists h; intros u Hu; destruct (Hh u Hu) as [[? K] | [? ?]]; [| lra]. cbn; unfold branch; destruct Rlt_dec; lra.
      * unfold branch; destruct Rlt_dec; lra.
Qed.

Lemma d_defined s r e : (forall v, defined s (r v)) -> defined s e -> defined s (d r e).
Proof.
  intro V.
  assert (A : forall a b, defined s a -> defined s b -> defined s (add a b)).
  { intros a b; unfold add; destruct (is 0 a), (is 0 b); cbn; tauto. }
  assert (M : forall a b, defined s a -> defined s b -> defined s (mul a b)).
  { intros a b; unfold mul; destruct (is 0 a), (is 0 b), (is 1 a), (is 1 b); cbn; tauto. }
  assert (W : forall a n, defined s a -> defined s (power a n)) by (intros a [| [| n]]; cbn; tauto).
  assert (P : value s (Num 2 1) <> 0) by (cbn; lra).
  induction e; cbn [defined d]; intro D; try exact I; try (apply V);
    repeat match goal with H : _ /\ _ |- _ => destruct H end;
    repeat first [apply A | apply M | apply W]; try (cbn [defined value zero one]; tauto).
  - cbn; repeat split; auto; now apply pow_nonzero.
  - cbn; repeat split; auto; intro Z. apply Rmult_integral in Z; destruct Z as [Z | Z]; [lra | apply (sqrt_lt_R0 _) in H0; lra].
  - cbn; repeat split; auto; nra.
  - cbn; repeat split; auto; lra.
  - destruct (is 0 (d r e2) && is 0 (d r e3))%bool; cbn; tauto.
Qed.

(* Motions. Each variable v < n changes at the rate r v; (p, f) in E states that the derivative of p along the motion is f;
   the constraints C vanish. *)
Definition motion n (r : nat -> expr) (E : list (expr * expr)) (C : list expr) (a b : R) (c : R -> nat -> R) :=
  forall t, a < t < b ->
    (forall v, (v < n)%nat -> derivable_pt_lim (fun u => c u v) t (value (c t) (r v))) /\
    Forall (fun e => derivable_pt_lim (fun u => value (c u) (fst e)) t (value (c t) (snd e))) E /\
    Forall (fun f => value (c t) f = 0) C.

Fixpoint vanish (s : nat -> R) (l : list expr) : Prop :=
  match l with [] => True | e :: l' => value s e = 0 /\ vanish s l' end.

Definition law (r : nat -> expr) E C := map (fun e => Sub (d r (fst e)) (snd e)) E ++ map (d r) C ++ C.

Theorem motion_law n r E C a b c t : motion n r E C a b c -> a < t < b ->
  forallb (below n) (map fst E ++ C) = true -> Forall (defined (c t)) (map fst E ++ C) -> vanish (c t) (law r E C).
Proof.
  intros M T B D. destruct (M t T) as [V [ME MC]]. unfold law.
  assert (forall e, In e (map fst E ++ C) -> derivable_pt_lim (fun u => value (c u) e) t (value (c t) (d r e))) as Hd.
  { intros e I. apply (d_correct n); [exact V | |].
    - rewrite forallb_forall in B; auto.
    - rewrite Forall_forall in D; auto. }
  assert (forall l, (forall e, In e l -> value (c t) e = 0) -> vanish (c t) l) as A.
  { induction l; cbn; intro H; auto. }
  apply A. intros e I. repeat rewrite in_app_iff in I. rewrite !in_map_iff in I. rewrite Forall_forall in ME, MC.
  destruct I as [[p [<- I]] | [[f [<- I]] | I]].
  - cbn. apply Rminus_diag_eq. refine (uniqueness_limite _ _ _ _ (Hd _ _) (ME _ I)).
    apply in_or_app; left; now apply in_map.
  - refine (uniqueness_limite _ _ _ _ (Hd _ (in_or_app _ _ _ (or_intror I))) _).
    assert (P : 0 < Rmin (t - a) (b - t)) by (apply Rmin_pos; lra).
    eapply to; [exact (derivable_pt_lim_const 0 t) | | reflexivity].
    exists (mkposreal _ P). cbn; intros u Hu. unfold fct_cte. symmetry.
    destruct (M u) as [_ [_ Z]]; [| rewrite Forall_forall in Z; exact (Z _ I)].
    apply Rabs_def2 in Hu. pose proof (Rmin_l (t - a) (b - t)). pose proof (Rmin_r (t - a) (b - t)). lra.
  - exact (MC _ I).
Qed.

Theorem constant n r E C a b c F : motion n r E C a b c -> below n F = true ->
  (forall t, a < t < b -> defined (c t) F /\ value (c t) (d r F) = 0) ->
  forall t1 t2, a < t1 < b -> a < t2 < b -> value (c t1) F = value (c t2) F.
Proof.
  intros M B H.
  assert (forall t1 t2, a < t1 < b -> a < t2 < b -> t1 < t2 -> value (c t1) F = value (c t2) F) as K.
  { intros t1 t2 T1 T2 L. destruct (MVT_cor2 (fun u => value (c u) F) (fun _ => 0) t1 t2 L) as [k [Hk _]]; [| lra].
    intros t T. assert (T' : a < t < b) by lra. destruct (H t T') as [D Z]. rewrite <- Z.
    apply (d_correct n); [exact (proj1 (M t T')) | exact B | exact D]. }
  intros t1 t2 T1 T2. destruct (Rtotal_order t1 t2) as [L | [-> | G]]; [auto | reflexivity | symmetry; auto].
Qed.

(* Regularity: a determinant by cofactors. *)
Fixpoint drop {A} (j : nat) (l : list A) := match l, j with [], _ => [] | _ :: l', O => l' | a :: l', S j' => a :: drop j' l' end.
Fixpoint det (n : nat) (M : list (list expr)) : expr :=
  match n, M with
  | S m, row :: rows =>
    (fix along (j : nat) (sign : Z) (l : list expr) : expr := match l with
      | [] => zero
      | a :: l' => if is 0 a then along (S j) (- sign)%Z l' else add (mul (mul (Num sign 1) a) (det m (map (drop j) rows))) (along (S j) (- sign)%Z l')
      end) O 1%Z row
  | _, _ => one
  end.
Definition partial (v : nat) := d (fun w => if Nat.eqb w v then one else zero).
Definition jacobian (rows : list expr) (variables : list nat) := map (fun e => map (fun v => partial v e) variables) rows.
'''

NOTATIONS = r'''
Open Scope list_scope.
Open Scope R_scope.
Declare Scope expr_scope.
Delimit Scope expr_scope with e.
Bind Scope expr_scope with expr.
Coercion Var : nat >-> expr.
Infix "+" := Add : expr_scope.
Infix "-" := Sub : expr_scope.
Infix "*" := Mul : expr_scope.
Infix "/" := Div : expr_scope.
Infix "^" := Pow : expr_scope.
Notation "- a" := (Neg a) : expr_scope.
Definition of_int z := Num z 1.
Definition to_int e := match e with Num z 1 => Some z | _ => None end.
Number Notation expr of_int to_int : expr_scope.
'''

TACTICS = r'''
(* Tactics: they find proofs, and nothing depends on their being right. *)
Lemma pivot p z rest lhs : lhs = 0 -> p <> 0 -> lhs = p * z + rest -> z = - rest / p.
Proof. intros -> N E. apply (Rmult_eq_reg_l p); [| exact N]. replace (p * (- rest / p)) with (- rest) by (field; exact N). lra. Qed.
Lemma factor D p r : D <> 0 -> D = p * r -> p <> 0.
Proof. intros H -> Z; apply H; rewrite Z; ring. Qed.
Lemma exp_neq_0 x : exp x <> 0.
Proof. pose proof (exp_pos x); lra. Qed.
Lemma nth_defined s l v : Forall (defined s) l -> defined s (List.nth v l zero).
Proof. intro F; revert v; induction F; intros [| v]; cbn; auto; exact I. Qed.
Lemma circle b : sin b * sin b = 1 - cos b * cos b.
Proof. pose proof (sin2_cos2 b) as H; unfold Rsqr in H; lra. Qed.
Lemma root g : g > 0 -> sqrt g > 0 /\ sqrt g * sqrt g = g.
Proof. intro H; split; [now apply sqrt_lt_R0 | apply sqrt_sqrt; lra]. Qed.
Lemma signs u : u <> 0 -> u > 0 /\ Rabs u = u /\ sgn u = 1 \/ u < 0 /\ Rabs u = - u /\ sgn u = -1.
Proof.
  intro N; destruct (Rdichotomy _ _ N) as [H | H]; [right | left]; unfold sgn;
    (split; [exact H | split; [| repeat destruct Rlt_dec; lra]]); [now apply Rabs_left | now apply Rabs_right, Rle_ge, Rlt_le].
Qed.
Lemma branches g a b : g <> 0 -> g > 0 /\ branch g a b = a \/ g < 0 /\ branch g a b = b.
Proof. intro N; unfold branch; destruct Rlt_dec; [left | right]; split; lra. Qed.
Lemma same_squares r h : r * r = h * h -> r = h \/ r = - h.
Proof. intro H; assert (Z : (r - h) * (r + h) = 0) by (ring_simplify; lra). apply Rmult_integral in Z; lra. Qed.

Ltac expand := cbv -[Rplus Rminus Rmult Rdiv Rinv Ropp IZR Rpow_def.pow sqrt exp sin cos atan ln Rabs PI sgn branch not Rgt Rlt].
Ltac split_all := repeat match goal with
  | H : _ /\ _ |- _ => destruct H | H : True |- _ => clear H | H : IZR _ <> 0 |- _ => clear H end.
Ltac all_defined := repeat first
  [ assumption | exact I | apply Forall_nil | apply Forall_cons | apply nth_defined | progress cbn [fst snd map app]
  | unfold partial; apply d_defined; [let v := fresh in intro v; destruct Nat.eqb; exact I |]
  | apply d_defined; [let v := fresh in intro v |] | match goal with |- defined _ (?f _) => unfold f end ].
Ltac angles := repeat first [rewrite sin_plus | rewrite cos_plus]; rewrite ?sin_neg, ?cos_neg, ?sin_PI2, ?cos_PI2, ?sin_0, ?cos_0; ring.
Ltac exponents := rewrite ?exp_plus, ?exp_Ropp, ?exp_0; try reflexivity; field; repeat split; apply Rgt_not_eq, exp_pos.
Lemma cramer p z rest a b c e la lb lc le : p <> 0 -> la = 0 -> lb = 0 -> lc = 0 -> le = 0 ->
  a * la + b * lb + c * lc + e * le = p * z + rest -> z = - rest / p.
Proof. intros N -> -> -> -> E. apply (pivot p z rest 0); [reflexivity | exact N | lra]. Qed.
Ltac above := first [assumption | lra | apply exp_pos | match goal with
  | |- 0 < _ + _ => first [apply Rplus_lt_le_0_compat; [above | beyond] | apply Rplus_le_lt_0_compat; [beyond | above]]
  | |- 0 < _ * _ => apply Rmult_lt_0_compat; above
  | |- 0 < _ / _ => apply Rdiv_lt_0_compat; above
  | |- 0 < _ ^ _ => apply pow_lt; above end]
with beyond := first [apply pow2_ge_0 | match goal with
  | |- 0 <= _ + _ => apply Rplus_le_le_0_compat; beyond
  | |- 0 <= _ * _ => apply Rmult_le_pos; beyond
  | |- 0 <= _ / _ => apply Rmult_le_pos; [beyond | apply Rlt_le, Rinv_0_lt_compat; above] end | apply Rlt_le; above].
Ltac positive := first [assumption | lra | apply Rlt_gt; above | nra].
Ltac ideal := (* nsatz stops at the first hypothesis that is another relation *)
  repeat match goal with H : ?P |- _ => lazymatch P with
    | _ > _ => clear H | _ < _ => clear H | _ <= _ => clear H | _ >= _ => clear H | ~ _ => clear H | _ -> _ => clear H end end;
  cbn [Rpow_def.pow] in *; timeout 10 nsatz.
Ltac zero_too H := let Z := fresh in intro Z; apply H; first
  [ lra | nra | rewrite Z; field | ideal ].
Ltac nonzero := repeat split; first
  [ assumption | lra | apply pow_nonzero; nonzero | apply Rmult_integral_contrapositive_currified; nonzero
  | apply exp_neq_0 | apply Ropp_neq_0_compat; nonzero | apply Rgt_not_eq; apply Rlt_gt; above | apply Rgt_not_eq; solve [nra]
  | match goal with H : ?a <> 0 |- _ <> 0 => solve [zero_too H] end ].
Ltac split_signs := repeat match goal with
  | F : ?u <> 0 -> _ \/ _ |- _ => let N := fresh in assert (N : u <> 0) by nonzero;
    specialize (F N); clear N; destruct F as [F | F]; split_all end.
Ltac resolve := repeat match goal with
  | A : Rabs _ = _ |- _ => rewrite A in *; clear A | A : sgn _ = _ |- _ => rewrite A in *; clear A
  | A : branch _ _ _ = _ |- _ => rewrite A in *; clear A end.
Ltac finish := repeat split; first
  [ reflexivity | assumption | solve [field; nonzero] | solve [field_simplify_eq; [ideal | nonzero]]
  | exfalso; solve [lra | nra] | solve [ideal] | solve [nra] ].
Ltac equate r h := try match goal with R : r * r = _ |- _ =>
  let Q := fresh "Q" in assert (Q : r * r = h * h) by (rewrite R; resolve; finish);
  apply same_squares in Q; destruct Q as [Q | Q]; rewrite Q in *; clear Q end.
'''

class Unreadable(Exception):
    pass


class LeftOut(Exception):
    """A claim that is not written, and why."""


# ------------------------------------------------------------------------------------------------ 2 programs

class Node:
    """An operation on nodes; equal nodes are one object. data: number, name, exponent or index of a root."""
    known = {}
    __slots__ = ("op", "args", "data", "size")

    def __new__(cls, op, args=(), data=None):
        key = (op, args, data)
        if key not in cls.known:
            node = cls.known[key] = object.__new__(cls)
            node.op, node.args, node.data = key
            node.size = 1 + sum(a.size for a in args)
        return cls.known[key]


def number(value):
    return Node("num", (), Fraction(value))


ZERO, ONE = number(0), number(1)


def add(*terms):
    """A sum, with its numbers together; mul, neg, div and power simplify likewise."""
    terms = [t for s in terms for t in (s.args if s.op == "+" else (s,))]
    constant = number(sum((t.data for t in terms if t.op == "num"), Fraction(0)))
    terms = tuple(t for t in (constant, *(t for t in terms if t.op != "num")) if t is not ZERO)
    return ZERO if not terms else terms[0] if len(terms) == 1 else Node("+", terms)


def mul(*factors):
    coefficient, exponents, todo = Fraction(1), {}, [(f, 1) for f in factors]
    while todo:
        f, k = todo.pop(0)
        if f.op == "num":
            coefficient *= f.data ** k
        elif f.op == "neg":
            coefficient *= (-1) ** k
            todo.insert(0, (f.args[0], k))
        elif f.op in ("*", "/"):
            todo[:0] = [(a, -k if f.op == "/" and i else k) for i, a in enumerate(f.args)]
        elif f.op == "^":
            todo.insert(0, (f.args[0], k * f.data))
        else:
            exponents[f] = exponents.get(f, 0) + k
    if not coefficient:
        return ZERO
    top = tuple(raised(f, k) for f, k in exponents.items() if k > 0)
    bottom = tuple(raised(f, -k) for f, k in exponents.items() if k < 0)
    if abs(coefficient) != 1 or not top:
        top = (number(abs(coefficient)), *top)
    product = lambda found: found[0] if len(found) == 1 else Node("*", found)
    result = Node("/", (product(top), product(bottom))) if bottom else product(top)
    return result if coefficient > 0 else number(-result.data) if result.op == "num" else Node("neg", (result,))


def neg(a):
    return mul(number(-1), a)


def div(a, b):
    return mul(a, Node("/", (ONE, b)))


def raised(a, k):
    return a if k == 1 else Node("^", (a,), k)


def power(a, k):
    return mul(Node("^", (a,), k))


def below(*roots):
    """The nodes and all below them, arguments first."""
    seen, order = set(), []
    stack = [(r, False) for r in reversed(roots)]
    while stack:
        node, done = stack.pop()
        if done:
            order.append(node)
        elif node not in seen:
            seen.add(node)
            stack.append((node, True))
            stack.extend((a, False) for a in reversed(node.args) if a not in seen)
    return order


def rebuild(node, images, known, make=Node):
    """The node with images in place of nodes; make(op, args, data) makes the others."""
    for n in below(node):
        if n not in known:
            known[n] = images[n] if n in images else make(n.op, tuple(known[a] for a in n.args), n.data)
    return known[node]


def tidy(op, args, data):
    simple = {"+": add, "*": mul, "neg": neg, "/": div, "-": lambda a, b: add(a, neg(b)), "^": lambda a: power(a, data)}
    return simple[op](*args) if op in simple else Node(op, args, data)


def derivative(node, rates, known):
    """Its derivative, if the variables change at these rates. Only the search for proofs relies on it."""
    for n in below(node):
        if n in known:
            continue
        u, d = (n.args[0] if n.args else None), [known[a] for a in n.args]
        if n.op == "var":
            known[n] = rates.get(n, ZERO)
        elif all(x is ZERO for x in d) or n.op == "sign":
            known[n] = ZERO
        elif n.op in ("+", "neg"):
            known[n] = {"+": add, "neg": neg}[n.op](*d)
        elif n.op == "-":
            known[n] = add(d[0], neg(d[1]))
        elif n.op == "*":
            known[n] = add(*(mul(*n.args[:k], d[k], *n.args[k + 1:]) for k in range(len(d))))
        elif n.op == "/":
            known[n] = div(add(d[0], neg(mul(n, d[1]))), n.args[1])
        elif n.op == "^":
            known[n] = mul(number(n.data), power(u, n.data - 1), d[0])
        elif n.op == "if":
            known[n] = Node("if", (u, d[1], d[2]))
        else:
            outer = {"root": lambda: div(ONE, mul(number(2), n)), "exp": lambda: n, "sin": lambda: Node("cos", (u,)),
                     "cos": lambda: neg(Node("sin", (u,))), "log": lambda: div(ONE, u),
                     "atan": lambda: div(ONE, add(ONE, Node("^", (u,), 2))), "abs": lambda: Node("sign", (u,))}[n.op]()
            known[n] = mul(outer, d[0])
    return known[node]


def evaluate(node, point):
    """Its value in floating point, for guesses only; point: values of variables, extended by those of nodes."""
    for n in below(node):
        if n in point:
            continue
        a = [point[x] for x in n.args]
        if n.op == "root":
            point[n] = math.sqrt(a[0])
        elif n.op in ("exp", "sin", "cos", "atan", "log"):
            point[n] = getattr(math, n.op)(a[0])
        elif n.op == "var":
            raise LeftOut(f"{n.data} has no value")
        else:
            point[n] = {"num": lambda: float(n.data), "pi": lambda: math.pi, "+": lambda: sum(a), "*": lambda: math.prod(a),
                        "-": lambda: a[0] - a[1], "neg": lambda: -a[0], "/": lambda: a[0] / a[1], "abs": lambda: abs(a[0]),
                        "^": lambda: a[0] ** n.data, "sign": lambda: math.copysign(1, a[0]),
                        "if": lambda: a[1] if a[0] > 0 else a[2]}[n.op]()
    return point[node]


def positive(node, known):
    """'+' or '-' if the sign of the node is plain; '0' if it is a square; else None. known: signs of nodes."""
    if node in known:
        return known[node]
    if node.op == "num":
        return "+" if node.data > 0 else "-" if node.data < 0 else None
    signs = [positive(a, known) for a in node.args]
    if node.op == "neg":
        return {"+": "-", "-": "+"}.get(signs[0])
    if node.op in ("*", "/"):
        for s in set(node.args if node.op == "*" else ()):      # squares
            if node.args.count(s) % 2 == 0 and positive(s, known) is None:
                rest = tuple(a for a in node.args if a is not s)
                return {"+": "0", "0": "0"}.get(positive(mul(*rest), known))
        if None in signs:
            return None
        return "0" if "0" in signs else "-" if signs.count("-") % 2 else "+"
    if node.op == "^":
        return "+" if signs[0] in ("+", "-") and node.data % 2 == 0 else "0" if node.data % 2 == 0 else signs[0]
    if node.op == "+" and None not in signs and "-" not in signs:
        return "+" if "+" in signs else "0"
    return None


# -------------------------------------------------------------------------------------- 3 their text for Coq

LEVEL = {"+": 1, "-": 1, "*": 2, "/": 2, "neg": 0, "^": 3}


def text(node, names, real, known=None):
    """The node as Coq's text: of type R if real, else of type expr, where numbers n/d are single constants."""
    known = {} if known is None else known

    def closed(n, level):
        t = known[n]
        return t if precedence(n) > level else f"({t})"

    def precedence(n):
        if n.op == "num":
            return 9 if n.data >= 0 and n.data.denominator == 1 else 2 if real and n.data >= 0 else 0
        if n.op in ("+", "*") and len(n.args) == 1:
            return precedence(n.args[0])
        if n.op == "^":
            return 3 if n.data >= 0 else 2
        return 9 if n.op in ("var", "pi") else LEVEL.get(n.op, 5)

    for n in below(node):
        if n in known:
            continue
        if n.op == "num":
            p, q = n.data.numerator, n.data.denominator
            known[n] = str(p) if q == 1 else f"{p} / {q}" if real else f"Num {p if p > 0 else f'({p})'} {q}"
        elif n.op == "var":
            known[n] = names[n.data]
        elif n.op == "pi":
            known[n] = "PI" if real else "Pi"
        elif n.op in ("+", "*"):
            known[n] = f" {n.op} ".join(closed(a, LEVEL[n.op] - (k == 0)) for k, a in enumerate(n.args))
        elif n.op in ("-", "/"):
            known[n] = f"{closed(n.args[0], LEVEL[n.op] - 1)} {n.op} {closed(n.args[1], LEVEL[n.op])}"
        elif n.op == "neg":
            known[n] = f"- {closed(n.args[0], 8)}"
        elif n.op == "^":
            base = f"{closed(n.args[0], 5)} ^ {abs(n.data)}"
            known[n] = base if n.data >= 0 else f"1 / {base}"
        else:
            function = {"root": "sqrt", "log": "ln", "abs": "Rabs", "sign": "sgn", "if": "branch"}.get(n.op, n.op)
            constructor = "Sqrt" if n.op == "root" else n.op.capitalize()
            known[n] = " ".join([function if real else constructor, *(closed(a, 8) for a in n.args)])
    return known[node]


def wrapped(line, indent="  "):
    return "\n".join(textwrap.wrap(line, 108, initial_indent=indent, subsequent_indent=indent + "  ",
                                   break_long_words=False, break_on_hyphens=False))


# ---------------------------------------------------------------------------------------- 4 systems and laws

def variable(name):
    return Node("var", (), name)


class System:
    """A model and its law of motion: as Coq's definitions, and as nodes for the search for proofs."""

    def __init__(self, k, entry, nodes, names):
        self.entry, self.nodes, self.law = entry, nodes, entry["law"]
        self.fresh = lambda label: names[(k, label)]
        parameters, q, w, multipliers = (entry.get(key, []) for key in ("parameters", "coordinates", "velocities", "multipliers"))
        self.state = ([entry["time"]] if "time" in entry else []) + parameters + q + w + multipliers
        constraints = entry.get("constraints", [])
        adjoined = [c for c in constraints if c["kind"] == "velocity" and self.law in ("vakonomic", "servo-momentum")]
        reacting = [c for c in constraints if c not in adjoined]
        self.rates, self.lambdas = [v + "'" for v in w + multipliers], ["lambda_" + c["name"] for c in reacting]
        self.names = {n: self.fresh(n) for n in self.state + self.rates + self.lambdas}
        self.rate, self.laws, self.moves, self.admissible = map(self.fresh, ("rate", "laws", "moves", "admissible"))
        self.domain = [(c, nodes[i]) for c, i in entry.get("domain", [])]
        self.lines, self.programs, self.partials = [], {}, {}
        self.lines.append("\n".join(f"Definition {n} := {i}%nat." for i, n in enumerate(self.names.values())))
        self.constraints = []       # (name, node, Coq's text)
        self.equations = []         # (p, f, their texts): dp/dt = f
        self.rows = []
        if self.law != "none":
            self.kinematics(q, w, multipliers)
            self.mechanics(q, w, multipliers, constraints, adjoined, reacting)

    def define(self, label, i, comment=""):
        """Defines node i of the certificate under a name of its own."""
        name = self.fresh(label)
        if name not in self.programs:
            self.lines.append(definition(name, text(self.nodes[i], self.names, False), comment))
            self.programs[name] = self.nodes[i]
        return name

    def along(self, node):
        return derivative(node, self.motion, self.rate_known)

    def partial(self, node, name):
        return derivative(node, {variable(name): ONE}, self.partials.setdefault(name, {}))

    def kinematics(self, q, w, multipliers):
        self.qdot, texts = {}, {}
        for k, name in enumerate(q):
            i = self.entry["kinematics"][k] if "kinematics" in self.entry else None
            self.qdot[name] = variable(name + "'") if i is None else self.nodes[i]
            texts[name] = self.names[name + "'"] if i is None else self.define(f"rate_of_{name}", i, f"the rate of {name}")
        texts.update({v: self.names[v + "'"] for v in w + multipliers})
        self.motion = {variable(a): b for a, b in self.qdot.items()}
        self.motion.update({variable(v): variable(v + "'") for v in w + multipliers})
        if "time" in self.entry:
            self.motion[variable(self.entry["time"])], texts[self.entry["time"]] = ONE, "one"
        self.rate_known = {}
        listed = " :: ".join(f"({texts[v]} : expr)" if v in texts else "zero" for v in self.state)
        self.lines.append(wrapped(f"Definition {self.rate} (v : nat) : expr := List.nth v ({listed} :: nil) zero.", ""))

    def mechanics(self, q, w, multipliers, constraints, adjoined, reacting):
        entry, nodes, names = self.entry, self.nodes, self.names
        L_text, L = self.define("L", entry["lagrangian"], "the Lagrangian"), nodes[entry["lagrangian"]]
        forms = {}      # of constraints, linear in the velocities or not
        for c in constraints:
            f = nodes[c["value"]]
            f_text = self.define(f"f_{c['name']}", c["value"], f"the {c['kind']} constraint {c['name']}")
            self.constraints.append((c["name"], f, f_text))
            if c["kind"] == "position":
                f, f_text = self.along(f), f"(d {self.rate} {f_text})"
                self.constraints.append((c["name"] + "'", f, f_text))
            forms[c["name"]] = f, f_text
        if adjoined:
            terms, texts = [L], L_text
            for name, c in zip(multipliers, adjoined):
                if self.law == "servo-momentum":
                    terms.append(mul(variable(name), nodes[c["momentum"]]))
                    texts += f" + {names[name]} * {self.define('N_' + c['name'], c['momentum'], 'its momentum')}"
                else:
                    terms.append(neg(mul(variable(name), forms[c["name"]][0])))
                    texts += f" - {names[name]} * {forms[c['name']][1]}"
            L, L_text = add(*terms), self.fresh("L_hat")
            self.lines.append(definition(L_text, texts))
            self.programs[L_text] = L
        p, p_texts = [self.partial(L, v) for v in w], [f"partial {names[v]} {L_text}" for v in w]
        for s, v in enumerate(w):
            right = []      # (node, Coq's text)
            for i, name in enumerate(q):
                slope, slope_text = self.partial(L, name), f"partial {names[name]} {L_text}"
                if "kinematics" not in entry:
                    right += [(slope, slope_text)] if i == s else []
                elif (b := self.partial(self.qdot[name], v)) is not ZERO:
                    right.append((mul(b, slope), f"partial {names[v]} {self.fresh('rate_of_' + name)} * {slope_text}"))
            for m, r, t, i in entry.get("brackets", []):
                if t == s and nodes[i] is not ZERO:
                    c_text = self.define(f"c_{m}_{r}_{t}", i, f"the bracket c^{m}_{r}{t}")
                    right.append((mul(nodes[i], variable(w[r]), p[m]), f"{c_text} * {names[w[r]]} * {p_texts[m]}"))
            if "forces" in entry and nodes[entry["forces"][s]] is not ZERO:
                i = entry["forces"][s]
                right.append((nodes[i], self.define(f"Q_{v}", i, f"the force on {v}")))
            for c, name in zip(reacting, self.lambdas):
                if "direction" in c:
                    e, e_text = nodes[c["direction"][s]], self.define(f"m_{c['name']}_{v}", c["direction"][s])
                else:
                    e, e_text = self.partial(forms[c["name"]][0], v), f"partial {names[v]} {forms[c['name']][1]}"
                if e is not ZERO:
                    right.append((mul(variable(name), e), f"{names[name]} * {e_text}"))
            f, f_text = add(*(n for n, _ in right)), " + ".join(t for _, t in right) or "0"
            self.equations.append((p_texts[s], f_text))
            self.rows.append(add(self.along(p[s]), neg(f)))
        self.rows += [self.along(f) for _, f, _ in self.constraints]

    def text(self):
        """Coq's definitions of the system."""
        entry = self.entry
        lines = [f"(* The system {entry['name']}, law {self.law}. *)".replace("\n", " ")] + self.lines
        premises = [f"defined s {n}" for n in self.programs] + [condition(*c, self.names) for c in self.domain]
        admissible = f"Definition {self.admissible} (s : nat -> R) : Prop := {conjunction(premises)}."
        if self.law == "none":
            return "\n".join(lines + [wrapped(admissible, ""), f"Definition {self.laws} : list expr := nil."])
        equations, constraints = self.fresh("equations"), self.fresh("constraints")
        pairs = " ::\n".join(wrapped(f"({p}, {f})") for p, f in self.equations) + " :: " if self.equations else ""
        lines += [f"(* The time derivatives of the momenta. *)\nDefinition {equations} : list (expr * expr) := (\n{pairs}nil)%e.",
                  wrapped(f"Definition {constraints} : list expr := "
                          + "".join(f"{t} :: " for *_, t in self.constraints) + "nil.", ""),
                  f"Definition {self.moves} := motion {len(self.state)} {self.rate} {equations} {constraints}.",
                  f"Definition {self.laws} := law {self.rate} {equations} {constraints}.",
                  wrapped(admissible, ""),
                  f"Lemma {self.laws}_hold a b c t : {self.moves} a b c -> a < t < b -> {self.admissible} (c t) ->",
                  f"  vanish (c t) {self.laws}.",
                  f"Proof. intros M T D; unfold {self.admissible} in D. apply (motion_law _ _ _ _ _ _ _ _ M T); "
                  "[reflexivity | split_all; all_defined]. Qed."]
        return "\n".join(lines)

    def points(self, sample, count=3):
        """States near the sample, in floating point, drawn as the certificate says; for guesses only."""
        steps = self.entry.get("draw") or [["free", v] for v in self.state]
        by_name, found, generator = {c[0]: c[1] for c in self.constraints}, [], random.Random(1)
        for attempt in range(200):
            point = {}
            try:
                for kind, names, *rest in steps:
                    if kind == "free":
                        v = float(Fraction(sample[names]))
                        point[variable(names)] = v + generator.uniform(-.1, .1) * (abs(v) + .3)
                    elif kind == "set":
                        point[variable(names)] = evaluate(self.nodes[rest[0]], point)
                    elif kind == "angle":
                        point[variable(names)] = math.atan2(*(evaluate(self.nodes[i], point) for i in rest))
                    else:
                        at = {**{n: x for n, x in point.items() if n.op == "var"}, **{variable(n): 0.0 for n in names}}
                        rows = [[evaluate(self.partial(by_name[c], n), at) for n in names] + [-evaluate(by_name[c], at)]
                                for c in rest[0]]
                        point.update(zip(map(variable, names), solve_numbers(rows)))
            except (ValueError, ZeroDivisionError, OverflowError):
                continue
            found.append({n: x for n, x in point.items() if n.op == "var"})
            if len(found) == count:
                return found
        raise LeftOut("no states could be drawn near its sample")


def solve_numbers(rows):
    n = len(rows)
    for k in range(n):
        best = max(range(k, n), key=lambda i: abs(rows[i][k]))
        rows[k], rows[best] = rows[best], rows[k]
        for i in range(n):
            if i != k:
                factor = rows[i][k] / rows[k][k]
                rows[i] = [a - factor * b for a, b in zip(rows[i], rows[k])]
    return [rows[k][n] / rows[k][k] for k in range(n)]


def definition(name, body, comment=""):
    return (f"(* {comment} *)\n" if comment else "") + wrapped(f"Definition {name} : expr := ({body})%e.", "")


def conjunction(terms):
    return " /\\ ".join(terms) or "True"


# ----------------------------------------------------------------------------------- 5 the search for proofs

FUNCTIONS = ("root", "exp", "sin", "cos", "atan", "log", "abs", "sign", "if", "pi")


def close(a, b, scale=1.0):
    return abs(a - b) <= 1e-9 * max(scale, abs(a), abs(b))


class TooLarge(Exception):
    pass


class Fractions:
    """Quotients of polynomials (num, den), in which squares of some variables (sines, roots) are replaced.

    A polynomial is {monomial: coefficient}, a monomial a sorted tuple of (index of a variable, exponent).
    """

    def __init__(self):
        self.variables, self.index, self.squares = [], {}, {}

    def times(self, p, q):
        found, todo = {}, [(m, n, a * b) for m, a in p.items() for n, b in q.items()]
        if len(todo) > 20_000:
            raise TooLarge
        for m, n, c in todo:
            exponents = dict(m)
            for v, k in n:
                exponents[v] = exponents.get(v, 0) + k
            v = next((v for v, k in exponents.items() if k > 1 and v in self.squares), None)
            if v is None:
                key = tuple(sorted(exponents.items()))
                found[key] = found.get(key, 0) + c
            else:
                exponents[v] -= 2
                rest = tuple(sorted((w, k) for w, k in exponents.items() if k))
                for key, a in self.times({rest: c}, self.squares[v]).items():
                    found[key] = found.get(key, 0) + a
        found = {m: c for m, c in found.items() if c}
        if len(found) > 400:
            raise TooLarge
        return found

    def reduced(self, num, den):
        if not den:
            raise ZeroDivisionError
        shared = dict(min((*num, *den), key=len)) if num else {}
        for m in (*num, *den):
            exponents = dict(m)
            shared = {v: min(k, exponents[v]) for v, k in shared.items() if v in exponents}
        strip = lambda p, c: {tuple((v, k - shared.get(v, 0)) for v, k in m if k > shared.get(v, 0)): a / c
                              for m, a in p.items()}
        lead = den[max(den)]
        num, den = strip(num, lead), strip(den, lead)
        if num.keys() == den.keys() and len({num[m] / den[m] for m in num}) == 1:
            return {(): num[max(num)] / den[max(num)]}, {(): Fraction(1)}
        return num, den

    def plus(self, f, g):
        (a, b), (c, d) = f, g
        if b != d:
            a, c, b = self.times(a, d), self.times(c, b), self.times(b, d)
        total = {m: a.get(m, 0) + c.get(m, 0) for m in {**a, **c}}
        return self.reduced({m: x for m, x in total.items() if x}, b)

    def multiplied(self, f, g):
        return self.reduced(self.times(f[0], g[0]), self.times(f[1], g[1]))

    def of(self, node, known):
        one = {(): Fraction(1)}
        for n in below(node):
            if n in known:
                continue
            a = [known[x] for x in n.args]
            if n.op == "num":
                known[n] = ({(): n.data} if n.data else {}), one
            elif n.op in ("+", "-", "neg"):
                signs = [-1 if n.op == "neg" or n.op == "-" and k else 1 for k in range(len(a))]
                total = ({}, one)
                for s, f in zip(signs, a):
                    total = self.plus(total, ({m: s * c for m, c in f[0].items()}, f[1]))
                known[n] = total
            elif n.op in ("*", "/", "^"):
                a = a if n.op != "^" else a * abs(n.data)
                if n.op == "/" or n.op == "^" and n.data < 0:
                    a = [f[::-1] if n.op == "^" or k else f for k, f in enumerate(a)]
                product = (one, one)
                for f in a:
                    product = self.multiplied(product, f)
                known[n] = product
            else:
                if n not in self.index:
                    self.index[n] = len(self.variables)
                    self.variables.append(n)
                known[n] = {((self.index[n], 1),): Fraction(1)}, one
        return known[node]

    def node(self, p):
        return add(*(mul(number(c), *(power(self.variables[v], k) for v, k in m)) for m, c in sorted(p.items(), reverse=True)))

    def simple(self, node):
        try:
            num, den = self.of(node, {})
        except TooLarge:
            return node
        return div(self.node(num), self.node(den))


class Proof:
    """Tactics for one claim: functions become atoms, the law is solved for the rates, `finish` does the rest."""

    def __init__(self, system, targets, conditions, hints, sample):
        self.system, self.names = system, dict(system.names)
        self.points = system.points(sample)
        self.images, self.known, self.texts = {}, {}, {}
        self.script, self.rewriting, self.used = [], [], set()
        self.fractions = Fractions()
        self.live = [f"law_{k}" for k in range(len(system.rows))] + [f"con_{k}" for k in range(len(system.constraints))]
        self.facts, self.squares, self.substituted, self.relations = [], [], {}, []
        self.needs_W, self.W = False, None
        self.signs = {}
        for kind, node in conditions:
            self.signs[node] = {"pos": "+", "neg": "-"}.get(kind)
        self.signs = {k: v for k, v in self.signs.items() if v}
        rows = system.rows if system.law != "none" else []
        programs = [c[1] for c in system.constraints]
        everything = rows + programs + targets + [n for _, n in conditions] + hints
        self.functions(everything, [n for _, n in conditions] + hints)
        self.solve_constraints()
        if rows:
            self.solve_law()

    def lines(self):
        """The tactics, from the lemma's statement on."""
        system, everything = self.system, list(self.system.names.values())
        yield "expand."
        for k, name in enumerate(everything):
            yield f"generalize (s {k}%nat); intro {name}."
        yield from self.rewriting
        yield "intros [regularity R]." if self.needs_W else "intros R."
        hypotheses = [f"law_{k}" for k in range(len(system.rows))] + [f"con_{k}" for k in range(len(system.constraints))]
        yield f"intros ({' & '.join(hypotheses)} & _)." if hypotheses else "intros _."
        yield "split_all."
        yield from self.facts
        yield from self.script
        kept = [f"law_{k}" for k in range(len(system.rows)) if f"law_{k}" not in self.used]
        if kept:
            yield f"clear {' '.join(kept)}."
        yield "all: split_signs."
        for r, h in self.squares:
            yield f"all: equate ({r}) {self.bracket(self.convert(h))}."
        yield "all: resolve; finish."

    def values(self, node):
        return [evaluate(node, p) for p in self.points]

    def same(self, a, b):
        return all(close(x, y) for x, y in zip(a, b))

    def convert(self, node):
        return rebuild(node, self.images, self.known)

    def real(self, node):
        found = text(node, self.names, True, self.texts)
        if len(found) > 20_000:
            raise LeftOut("too large: an expression of its proof has more than 20,000 characters")
        return found

    def atom(self, t):
        """A variable that Coq knows as the term t, a function of something."""
        name = f"({t})"
        self.names[name] = name
        return Node("var", (), name)

    # Functions.

    def functions(self, everything, candidates):
        order = [n for n in below(*everything) if n.op in FUNCTIONS]
        arguments = [n.args[0] for n in order if n.op in ("sin", "cos", "exp")]
        self.atoms = []         # (node, its values, common denominator)
        parts = {u: self.decompose(u) for u in arguments}
        roots, posed = [], set()
        for n in order:
            u = self.convert(n.args[0]) if n.args else None
            t = text(n if not n.args else Node(n.op, tuple(map(self.convert, n.args)), n.data), self.names, True, self.texts)
            image = self.atom(t)
            if n.op in ("sin", "cos", "exp"):
                image = self.angle(n, parts[n.args[0]], t, posed)
            elif n.op == "root":
                values = self.values(n.args[0])
                for other, old in roots:
                    if self.same(values, other):
                        self.rewriting.append(f"assert (E : {t} = {old.data}) by (f_equal; finish). rewrite ?E; clear E.")
                        image = old
                        break
                else:
                    roots.append((values, image))
                    self.relations.append((image, u))
                    self.facts.append(f"pose proof (root {self.bracket(u)} ltac:(positive)) as [? ?].")
                    for h in [*candidates, *(c for c in order if c.op == "abs"), *(c.args[0] for c in order if c.op == "abs")]:
                        if n not in below(h) and self.same(values, [x * x for x in self.values(h)]):
                            self.squares.append((t, h))
            elif n.op in ("abs", "sign") and ("signs", u) not in posed:
                posed.add(("signs", u))
                self.facts.append(f"pose proof (signs {self.bracket(u)}).")
            elif n.op == "if":
                self.facts.append(f"pose proof (branches {' '.join(self.bracket(self.convert(a)) for a in n.args)}).")
            self.images[n] = self.known[n] = image

    def bracket(self, node):
        t = self.real(node)
        return t if re.fullmatch(r"[\w']+", t) else f"({t})"

    def decompose(self, node):
        """The node as Σ c_k a_k with rational c_k: {index of an atom: c_k}."""
        found = {}

        def walk(n, c):
            if n.op in ("+", "-", "neg"):
                for k, a in enumerate(n.args):
                    walk(a, -c if n.op == "neg" or n.op == "-" and k else c)
            elif n.op == "*" and sum(a.op != "num" for a in n.args) == 1:
                walk(next(a for a in n.args if a.op != "num"), c * math.prod(a.data for a in n.args if a.op == "num"))
            elif n.op == "/" and n.args[1].op == "num":
                walk(n.args[0], c / n.args[1].data)
            elif n is not ZERO:
                values = self.values(n)
                for k, (_, other, q) in enumerate(self.atoms):
                    sign = 1 if self.same(values, other) else -1 if self.same(values, [-x for x in other]) else 0
                    if sign:
                        break
                else:
                    k, sign, q = len(self.atoms), 1, 2 if n.op == "pi" else 1
                    self.atoms.append((n, values, q))
                found[k] = found.get(k, 0) + sign * c
                self.atoms[k] = (*self.atoms[k][:2], math.lcm(q, found[k].denominator))

        walk(node, Fraction(1))
        return {k: c for k, c in found.items() if c}

    def angle(self, n, parts, t, posed):
        """sin, cos or exp of a sum as a polynomial in those of its units."""
        exponential = n.op == "exp"
        result, total = (ONE, ZERO), []     # of cos and sin; or of exp
        for k, c in parts.items():
            node, _, q = self.atoms[k]
            count, unit = int(c * q), self.convert(node)
            unit = unit if q == 1 else Node("/", (unit, number(q)))
            b = self.bracket(unit)
            total += [f"({b})" if count > 0 else f"(- {b})"] * abs(count)
            if abs(count) > 12:
                raise LeftOut(f"a multiple of an angle beyond 12")
            if exponential:
                e = self.atom(f"exp {b}")
                result = (mul(result[0], power(e, count)), ZERO)
                fact = f"pose proof (exp_pos {b})."
            elif node.op == "pi" and q == 2:
                for _ in range(count % 4):
                    result = neg(result[1]), result[0]
                continue
            else:
                cosine, sine = self.atom(f"cos {b}"), self.atom(f"sin {b}")
                for _ in range(abs(count)):
                    s = sine if count > 0 else neg(sine)
                    result = (add(mul(result[0], cosine), neg(mul(result[1], s))), add(mul(result[1], cosine), mul(result[0], s)))
                fact = f"pose proof (circle {b})."
                self.relations.append((sine, add(ONE, neg(power(cosine, 2)))))
            if fact not in posed:
                posed.add(fact)
                self.facts.append(fact)
        image = result[0] if n.op in ("exp", "cos") else result[1]
        if image.op == "var" and image.data == f"({t})":
            return image
        self.rewriting.append(f"assert (E : {t} = {self.real(image)}) by (replace {self.bracket(self.convert(n.args[0]))} with "
                           f"({' + '.join(total) or '0'}) by (field; nonzero); {'exponents' if exponential else 'angles'}). "
                           "rewrite ?E; clear E.")
        return image

    # Linear equations.

    def image(self, node):
        return self.fractions.simple(rebuild(self.convert(node), self.substituted, {}, tidy))

    def at(self, node):
        """Values of an image, at which atoms have the values of their functions."""
        return [evaluate(node, p) for p in self.atom_points]

    def is_zero(self, node):
        if node is ZERO:
            return True
        try:
            return all(close(v, 0) for v in self.at(node))
        except (ZeroDivisionError, OverflowError):
            return False

    def affine(self, node, unknowns):
        """(coefficients, rest) of an image that is affine in the unknowns."""
        coefficients = {z: self.fractions.simple(derivative(node, {z: ONE}, {})) for z in unknowns}
        rest = self.fractions.simple(rebuild(node, {z: ZERO for z in unknowns}, {}, tidy))
        return {z: c for z, c in coefficients.items() if not self.is_zero(c)}, ZERO if self.is_zero(rest) else rest

    def prepare(self):
        self.atom_points = []
        for p in self.points:
            q = {k: v for k, v in p.items() if k.op == "var"}
            for n, image in self.images.items():
                if image.op == "var":
                    q[image] = evaluate(n, dict(p))
            self.atom_points.append(q)
        for n, image in list(self.images.items()):      # units
            for a in below(image):
                if a.op == "var" and a not in self.atom_points[0]:
                    self.unit_values(a)
        for k in below(*self.images.values()):
            if k.op == "var" and k.data.startswith(("(exp", "(sqrt")):
                self.signs[k] = "+"
        for n, image in self.images.items():
            if n in self.signs:
                self.signs[image] = self.signs[n]

    def unit_values(self, a):
        function = a.data[1:4]
        for node, values, q in self.atoms:
            unit = self.convert(node) if q == 1 else Node("/", (self.convert(node), number(q)))
            if a.data == f"({function} {self.bracket(unit)})":
                for p, v in zip(self.atom_points, values):
                    p[a] = getattr(math, function)(v / q)
                return
        raise AssertionError(a.data)

    def solve_constraints(self):
        """Constraints solved as `draw` does, where that divides by nothing that may vanish."""
        self.prepare()
        for sine, square in self.relations:
            num, den = self.fractions.of(square, {})
            if den == {(): 1}:
                self.fractions.of(sine, {})
                self.fractions.squares[self.fractions.index[sine]] = num
        by_name = {c[0]: (k, c[1]) for k, c in enumerate(self.system.constraints)}
        for step in self.system.entry.get("draw") or []:
            if step[0] == "solve":
                unknowns = [Node("var", (), n) for n in step[1]]
                rows = {f"con_{by_name[c][0]}": self.affine(self.image(by_name[c][1]), unknowns) for c in step[2]}
                self.eliminate(rows, unknowns, False)

    def solve_law(self):
        unknowns = [Node("var", (), n) for n in self.system.rates + self.system.lambdas]
        rows = {f"law_{k}": self.affine(self.image(r), unknowns) for k, r in enumerate(self.system.rows)}
        pivots = independent({r: [self.at(c.get(z, ZERO))[0] for z in unknowns] for r, (c, _) in rows.items()})
        undetermined = [z for k, z in enumerate(unknowns) if k not in pivots.values()]
        if any(z.data in self.system.rates for z in undetermined):
            raise LeftOut("the law does not determine the rates at the states that were tried")
        rows = {r: rows[r] for r in pivots}
        unknowns = [z for z in unknowns if z not in undetermined]
        rows = {r: ({z: a for z, a in c.items() if z in unknowns},
                    add(rest, *(mul(a, z) for z, a in c.items() if z in undetermined))) for r, (c, rest) in rows.items()}
        self.W = [int(r[4:]) for r in rows], [z.data for z in unknowns]
        for p in self.atom_points:
            p.update({z: 0.37 for z in undetermined})
        self.eliminate(rows, unknowns, True)

    def eliminate(self, rows, unknowns, regular):
        """Solves rows (coefficients, rest) for unknowns. regular: the determinant is known not to vanish."""
        unknowns, steps = list(unknowns), []
        while unknowns:
            columns = {z: [r for r in rows if z in rows[r][0]] for z in unknowns}
            choices = []
            for r, (c, _) in rows.items():
                for z, a in c.items():
                    plain = positive(a, self.signs) in ("+", "-")
                    single = regular and (len(c) == 1 or len(columns[z]) == 1)
                    if plain or single:
                        fill = (len(c) - 1) * (len(columns[z]) - 1)
                        choices.append(((fill > 0, not plain, fill, a.size), r, z, plain))
            if not choices:
                break
            _, r, z, plain = min(choices, key=lambda choice: choice[0])
            c, rest = rows.pop(r)
            self.used.add(r)
            unknowns.remove(z)
            others = add(*(mul(a, y) for y, a in c.items() if y is not z), rest)
            steps.append((r, z, c[z], others, plain))
            for k, (d, right) in rows.items():
                if z in d:
                    m = neg(div(d.pop(z), c[z]))
                    for y, a in c.items():
                        if y is not z:
                            d[y] = self.fractions.simple(add(d.get(y, ZERO), mul(m, a)))
                            if self.is_zero(d[y]):
                                del d[y]
                    rows[k] = d, self.fractions.simple(add(right, mul(m, rest)))
        block = None
        if unknowns and regular:
            if len(unknowns) > 4:
                raise LeftOut(f"{len(unknowns)} coupled unknowns")
            names = list(rows)
            self.used.update(names)
            matrix = [[rows[r][0].get(z, ZERO) for z in unknowns] for r in names]
            block = self.fractions.simple(determinant(matrix))
        factors = [a for *_, a, _, _ in steps] + ([block] if block else [])
        for k, (r, z, a, others, plain) in enumerate(steps):
            nonzero = "nonzero" if plain else self.by_determinant(k, factors)
            self.row(r, z, a, others, nonzero)
        if block:
            self.script.append(f"assert (block : {self.real(block)} <> 0) by {self.by_determinant(len(factors) - 1, factors)}.")
            for j, z in enumerate(unknowns):
                weights = [determinant(matrix, i, j) for i in range(len(names))]
                rest = self.fractions.simple(add(*(mul(w, rows[r][1]) for w, r in zip(weights, names))))
                padded = weights + [ZERO] * (4 - len(weights))
                arguments = [block, z, rest, *padded]
                zeros = names + ["(eq_refl 0)"] * (4 - len(names))
                self.script.append(f"assert (solved_{j} : {self.real(z)} = - {self.bracket(rest)} / {self.bracket(block)}) by ("
                                   f"apply (cramer {' '.join(map(self.bracket, arguments))} _ _ _ _ block {' '.join(zeros)}); {self.alone()}finish).")
            self.script.append(f"clear {' '.join(names)}.")
            self.live = [r for r in self.live if r not in names]
            self.script.append("subst " + " ".join(self.names[z.data] for z in unknowns) + ".")
        if not regular:
            self.solved(steps)

    def solved(self, steps):
        for r, z, a, others, _ in reversed(steps):
            image = rebuild(neg(div(others, a)), self.substituted, {}, tidy)
            self.substituted = {k: rebuild(v, {z: image}, {}, tidy) for k, v in self.substituted.items()}
            self.substituted[z] = image

    def by_determinant(self, k, factors):
        self.needs_W = True
        others = factors[:k] + factors[k + 1:]
        rest = self.real(mul(*others)) if others else "1"
        return f"({self.alone()}first [apply (factor _ {self.bracket(factors[k])} ({rest}) regularity); finish | " \
               f"apply (factor _ {self.bracket(factors[k])} (- ({rest})) regularity); finish])"

    def alone(self):
        """Clears the equations: what follows holds whatever they are."""
        return f"clear {' '.join(self.live)}; " if self.live else ""

    def row(self, r, z, a, others, nonzero):
        name, p, rest = self.names[z.data], self.bracket(a), self.bracket(others)
        self.script.append(f"assert (solved : {name} = - {rest} / {p}) by (apply (pivot {p} {name} {rest} _ {r}); "
                           f"[{nonzero} | {self.alone()}finish]). clear {r}; subst {name}.")
        self.live.remove(r)


def independent(rows):
    """Rows of full rank and their pivots' columns: {row: column}; columns to the left are preferred."""
    rows, found = {r: list(v) for r, v in rows.items()}, {}
    width = len(next(iter(rows.values())))
    for j in range(width):
        free = [r for r in rows if r not in found]
        if not free:
            break
        best = max(free, key=lambda r: abs(rows[r][j]))
        if abs(rows[best][j]) < 1e-9:
            continue
        found[best] = j
        for r in free:
            if r != best:
                m = rows[r][j] / rows[best][j]
                rows[r] = [x - m * y for x, y in zip(rows[r], rows[best])]
    return found


def determinant(matrix, i=None, j=None):
    """By cofactors; with i and j the cofactor of that entry."""
    if i is not None:
        rest = determinant([[a for k, a in enumerate(row) if k != j] for r, row in enumerate(matrix) if r != i])
        return rest if (i + j) % 2 == 0 else neg(rest)
    if not matrix:
        return ONE
    return add(*(mul(a, determinant(matrix, 0, k)) for k, a in enumerate(matrix[0]) if a is not ZERO))


# ------------------------------------------------------------------------------------------------ 6 the file

class Names(dict):
    """Identifiers for names of the model: letters, digits, _ and ' stay, and what Coq or this file uses is avoided."""

    def __init__(self):
        super().__init__()
        self.used = set(RESERVED.split()) | set(re.findall(
            r"(?:Definition|Lemma|Theorem|Ltac|Fixpoint|Inductive|with|\|) ([A-Za-z_]\w*)", PRELUDE + NOTATIONS + TACTICS))

    def __missing__(self, name):
        found = re.sub(r"[^A-Za-z0-9_']", "_", name[-1] if isinstance(name, tuple) else name)
        found = found if re.match(r"[A-Za-z]", found) else "v" + found
        while found in self.used:
            found += "_"
        self.used.add(found)
        self[name] = found
        return found



class Writer:
    """Coq's text of a certificate: the claims that are written, and those left out with the reason."""

    def __init__(self, file, limit):
        self.file, self.limit = file, limit
        self.nodes = read_nodes(file)
        self.names, self.systems = Names(), {}
        self.claims, self.left_out = [], []     # (title, system, theorem, text), (title, reason)
        for claim in file["claims"]:
            title = f"{claim['id']}: {claim['kind']} {claim['verdict']}"
            try:
                k = claim.get("system", 0)
                self.claims.append((title, k, *self.claim(claim, self.system(k))))
            except LeftOut as reason:
                self.left_out.append((title, str(reason)))
            except (ValueError, ZeroDivisionError, OverflowError) as error:
                self.left_out.append((title, f"it could not be evaluated near its sample ({error})"))

    def system(self, k):
        if k not in self.systems:
            try:
                self.systems[k] = System(k, self.file["systems"][k], self.nodes, self.names)
                self.limited(self.systems[k].rows)
            except LeftOut as reason:
                self.systems[k] = reason
        if isinstance(self.systems[k], LeftOut):
            raise self.systems[k]
        return self.systems[k]

    def limited(self, nodes):
        size = sum(n.size for n in nodes)
        if size > self.limit:
            raise LeftOut(f"too large: {size} operations (--limit {self.limit})")
        for n in below(*nodes):
            if n.op == "atan2" or n.op == "root" and n.data != 2:
                raise LeftOut("atan2 is not written" if n.op == "atan2" else "roots of odd degree are not written")

    def claim(self, claim, system):
        """(theorem's name, text) of one claim."""
        kind, nodes = claim["kind"], self.nodes
        if claim["verdict"] != "holds":
            raise LeftOut("a claim that fails has a witness, not a proof")
        if kind not in ("zero", "equation", "integral", "form"):
            raise LeftOut(f"claims of kind {kind} are not written")
        if claim.get("extras"):
            raise LeftOut("a form with unknowns of its own is not written")
        name, names = self.names[f"claim {claim['id']}"], dict(system.names)
        lines, parts, images = [], [], {}
        for label, i in claim.get("defs", []):
            value = rebuild(nodes[i], images, {})
            self.limited([value])
            parts.append(self.names[f"{name} {label}"])
            lines.append(definition(parts[-1], text(nodes[i], names, False), f"{label} of {claim['id']}"))
            names[label], names[label + "'"] = parts[-1], f"(d {system.rate} {parts[-1]})"
            images[variable(label)], images[variable(label + "'")] = value, system.along(value)
        given = [nodes[i] for i in claim["equations"]] if kind == "form" else [nodes[claim["node"]]]
        targets = [rebuild(n, images, {}) for n in given]
        if kind == "integral":
            targets = [system.along(targets[0])]
        conditions = [(c, nodes[i]) for c, i in claim.get("where", [])]
        hints = [nodes[i] for i in system.entry.get("hints", []) + claim.get("hints", [])]
        self.limited(targets + [n for _, n in conditions] + hints)
        proof = Proof(system, targets, system.domain + conditions, hints, claim.get("sample") or system.entry["sample"])

        goals = [name] if len(given) == 1 else [self.names[f"{name} {k}"] for k in range(1, len(given) + 1)]
        for goal, n in zip(goals, given):
            lines.append(definition(goal, text(n, names, False), claim["id"]))
        premises = [f"defined s {n}" for n in parts + goals] + [condition(*c, system.names) for c in conditions]
        if proof.needs_W:
            rows, unknowns = proof.W
            chosen = " :: ".join(f"List.nth {r} {system.laws} zero" for r in rows)
            columns = " :: ".join(system.names[z] for z in unknowns)
            lines.append(wrapped(f"Definition W_{name} : expr := "
                                 f"det {len(rows)} (jacobian ({chosen} :: nil) ({columns} :: nil)).", ""))
            premises.insert(0, f"value s W_{name} <> 0")
        premises.insert(proof.needs_W, f"{system.admissible} s")
        lines.append(wrapped(f"Definition regular_{name} (s : nat -> R) : Prop := {conjunction(premises)}.", ""))
        vanishing = f"vanish s ({' :: '.join([f'd {system.rate} {name}'] if kind == 'integral' else goals)} :: nil)"
        lines += [f"Lemma algebra_{name} s : regular_{name} s -> vanish s {system.laws} ->\n  {vanishing}.", "Proof."]
        lines += [wrapped(line) for line in proof.lines()] + ["Qed."]
        moving = f"forall a b c, {system.moves} a b c ->\n  (forall t, a < t < b -> regular_{name} (c t)) ->"
        ready = f"(algebra_{name} _ (H _ T) ({system.laws}_hold _ _ _ _ M T (proj{'1 (proj2' if proof.needs_W else '1 ('} (H _ T)))))"
        theorem = f"{name}_holds"
        if system.law == "none":
            lines += [f"Theorem {theorem} s : regular_{name} s -> value s {name} = 0.",
                      f"Proof. intro H; exact (proj1 (algebra_{name} s H I)). Qed."]
        elif kind == "integral":
            lines += [f"Theorem {theorem} : {moving}\n  forall t1 t2, a < t1 < b -> a < t2 < b -> "
                      f"value (c t1) {name} = value (c t2) {name}.",
                      "Proof.\n  intros a b c M H; apply (constant _ _ _ _ _ _ _ _ M); [reflexivity |]. intros t T; split.\n"
                      f"  - pose proof (H t T) as D; unfold regular_{name} in D; tauto.\n  - exact (proj1 {ready}).\nQed."]
        else:
            stated = f"value (c t) {name} = 0" if len(goals) == 1 else vanishing.replace("vanish s", "vanish (c t)")
            proof_term = f"(proj1 {ready})" if len(goals) == 1 else ready
            lines += [f"Theorem {theorem} : {moving}\n  forall t, a < t < b -> {stated}.",
                      f"Proof.\n  intros a b c M H t T. exact {proof_term}.\nQed."]
        return theorem, "\n".join(lines)

    def text(self, without=()):
        """The file; the claims `without` are named in its first comment only."""
        written = [c for c in self.claims if c[2] not in without]
        listed = [f"  {title}: theorem {name}" for title, _, name, _ in written]
        listed += [f"  {title}: not proved by Coq within the limit" for title, _, name, _ in self.claims if name in without]
        listed += [f"  {title}: left out: {reason}" for title, reason in self.left_out]
        parts = [HEADER.format(claims="\n".join(listed).replace("*)", "* )").replace("(*", "( *")), PRELUDE, TACTICS, NOTATIONS]
        done = set()
        for _, k, name, body in written:
            if k not in done:
                done.add(k)
                parts.append(self.systems[k].text())
            parts.append(f"\n{body}")
        parts += [f"Print Assumptions {name}." for _, _, name, _ in written[:1]]
        return "\n".join(parts) + "\n"


def condition(kind, node, names):
    t = text(node, names, False)
    t = t if re.fullmatch(r"[\w']+", t) else f"({t})"
    return f"value s {t} {dict(pos='>', neg='<', nonzero='<>')[kind]} 0"


def read(path):
    try:
        with open(path, "rb") as stream:
            file = json.loads(stream.read())
        if file["format"] != "anholon-certificate/1":
            raise Unreadable(f"its format is {file['format']!r}, not 'anholon-certificate/1'")
        rest = {key: value for key, value in file.items() if key != "digest"}
        found = hashlib.sha256(json.dumps(rest, sort_keys=True, separators=(",", ":")).encode()).hexdigest()
        if found != file["digest"]:
            raise Unreadable("its digest is not that of its contents: it is damaged")
        return file
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise Unreadable(f"it is not a certificate ({type(error).__name__}: {error})") from None


OPERATIONS = ("num", "var", "pi", "+", "*", "-", "neg", "/", "^", "root", "exp", "sin", "cos", "atan", "log", "atan2",
              "abs", "sign", "if")


def read_nodes(file):
    nodes = []
    for entry in file["nodes"]:
        op, rest = entry[0], entry[1:]
        if op not in OPERATIONS:
            raise Unreadable(f"there is no node {op!r}")
        data = Fraction(rest.pop()) if op == "num" else rest.pop() if op in ("var", "^", "root") else None
        nodes.append(Node(op, tuple(nodes[i] for i in rest), data))
    return nodes


# --------------------------------------------------------------------------------------------- 7 running Coq

def coqc(folder, name, source, seconds):
    """Compiles a file; None, or the reason why not."""
    with open(os.path.join(folder, name + ".v"), "w", encoding="utf-8") as stream:
        stream.write(source)
    limit = lambda: resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    done = subprocess.run(["coqc", "-q", name + ".v"], cwd=folder, capture_output=True, text=True, preexec_fn=limit)
    if done.returncode < 0:
        return f"no proof within {seconds} s"
    return " ".join(done.stderr.split("\n", 1)[-1].split())[:160] if done.returncode else None


def prove(writer, seconds):
    """Lets Coq try the file, or each theorem by itself; {theorem: reason} of those that it does not prove."""
    imports, rest = PRELUDE.lstrip().split("\n", 1)
    with tempfile.TemporaryDirectory() as folder:
        if coqc(folder, "all", writer.text(), seconds) is None:
            return {}
        reason = coqc(folder, "prelude", imports + "\n" + rest + TACTICS, 600)
        if reason:
            raise Unreadable(f"Coq does not accept what every file begins with: {reason}")
        found = {}
        for k, (_, system, name, body) in enumerate(writer.claims):
            parts = [imports, "Require Import prelude.", NOTATIONS, writer.systems[system].text(), body]
            if reason := coqc(folder, f"claim{k}", "\n".join(parts), seconds):
                found[name] = reason
    return found


def main():
    parser = argparse.ArgumentParser(prog="anholon-coq", description="Writes the claims of a certificate as theorems for Coq 8.16.")
    parser.add_argument("certificate")
    parser.add_argument("-o", "--output", help="the file to write; the certificate's name with .v unless given")
    parser.add_argument("--check", action="store_true", help="run coqc, and keep only the theorems that it proves")
    parser.add_argument("--limit", type=int, default=3000, help="operations allowed in a claim and in a law (3000)")
    parser.add_argument("--seconds", type=int, default=20, help="processor time for one theorem (20)")
    options = parser.parse_args()
    path = options.output or re.sub(r"\W", "_", os.path.splitext(os.path.basename(options.certificate))[0]) + ".v"
    sys.setrecursionlimit(100_000)
    try:
        writer = Writer(read(options.certificate), options.limit)
    except (KeyError, IndexError, TypeError, AttributeError) as error:
        print(f"anholon-coq: {options.certificate}: it is not as docs/certificates.md says ({error!r})", file=sys.stderr)
        return 2
    except Unreadable as error:
        print(f"anholon-coq: {options.certificate}: {error}", file=sys.stderr)
        return 2
    failed = prove(writer, options.seconds) if options.check else {}
    with open(path, "w", encoding="utf-8") as stream:
        stream.write(writer.text(failed))
    for title, _, name, _ in writer.claims:
        verdict = f"not proved by Coq: {failed[name]}" if name in failed else "proved by Coq" if options.check else "written"
        print(f"{title}: {verdict}")
    for title, reason in writer.left_out:
        print(f"{title}: left out: {reason}")
    print(f"{len(writer.claims)} theorems, {len(failed)} not proved, {len(writer.left_out)} left out: {path}")
    return 1 if failed else 3 if writer.left_out else 0


if __name__ == "__main__":
    sys.exit(main())
