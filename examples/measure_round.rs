#![allow(missing_docs)]
use kinesweep::impact::*; use kinesweep::*; use nalgebra::*; use std::time::Instant;
fn main(){
  let v=|x:f64,y:f64,z:f64|Vector3::new(x,y,z);
  let shapes=[("ball",Shape::ball(0.5).unwrap()),("cuboid",Shape::cuboid(v(0.4,0.5,0.6)).unwrap()),("capsule",Shape::capsule(0.6,0.3).unwrap()),("rounded",Shape::rounded_cuboid(v(0.3,0.4,0.5),0.1).unwrap()),("ellipsoid",Shape::ellipsoid(v(0.4,0.5,0.6)).unwrap()),("cylinder",Shape::cylinder(0.5,0.4).unwrap()),("cone",Shape::cone(0.5,0.4).unwrap())];
  let mut state=1u64; let mut r=move||{state=state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407); (state>>11) as f64/(1u64<<53) as f64*2.0-1.0};
  for spin in [0.0,1.0]{ for (na,a) in &shapes { for (nb,b) in &shapes { if na>nb {continue}
    let (ca,cb)=(Collider::new(a).unwrap(),Collider::new(b).unwrap());
    let cases:Vec<_>=(0..500).map(|_|{let p=v(r(),r(),r()).normalize()*4.0; let t=v(r(),r(),r())*0.6;
      let q=|x:f64,y:f64,z:f64|UnitQuaternion::from_scaled_axis(v(x,y,z)*2.0);
      (MotionPiece{orientation:q(r(),r(),r()),angular_velocity:v(r(),r(),r())*spin,..MotionPiece::at_rest()},MotionPiece{position:p,velocity:(t-p)*0.5,orientation:q(r(),r(),r()),angular_velocity:v(r(),r(),r())*spin,..MotionPiece::at_rest()})}).collect();
    let mut best=f64::INFINITY; let mut hits=0;
    for _ in 0..5 {let s=Instant::now(); hits=0; for (pa,pb) in &cases { if time_of_impact((&ca,pa),(&cb,pb)).is_some(){hits+=1} } best=best.min(s.elapsed().as_secs_f64()/500.0);}
    println!("{spin} {na}-{nb}: {:.2} us, {hits} hits of 500",best*1e6);
  }}}
}
